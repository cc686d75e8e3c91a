#!/usr/bin/env node
/**
 * The `symphony` command. Plain JavaScript that runs on Node 20: where this Node is too old to run
 * the sources as they are, it starts a newer one on this same file and stands between it and the shell.
 *
 * Ctrl-C reaches both processes, a signal sent to one pid only this one. So every signal is also
 * told to the child, apart from the signals it gets itself, and the child counts the larger number
 * (packages/cli/src/interrupts.ts): nothing is lost and nothing counts twice.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const NEEDED = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const FORWARDED = 'symphony-forwarded-signal';
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

if (Number(process.versions.node.split('.')[0]) >= NEEDED) await runHere();
else await runInNewerNode();

async function runHere() {
  module.enableCompileCache?.();
  // A process that stays for days should stay small: reading a large board must not make the heap's
  // young part grow for good (a third of the resident memory with 10,000 items).
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  silenceExperimentalWarnings();
  if (process.env.SYMPHONY_LAUNCHED === '1' && process.send) hearLauncher();
  delete process.env.SYMPHONY_LAUNCHED;
  if (!existsSync(join(ROOT, 'node_modules'))) (await import('../scripts/install.mjs')).installed();
  const { main } = await import(await commandModule());
  process.exit(await main(process.argv.slice(2)));
}

/** The bundle where it is up to date: it starts in half the time. SYMPHONY_BUNDLE=off runs the sources as they are. */
async function commandModule() {
  const { bundled } = await import('../scripts/bundled.mjs');
  const folder = process.env.SYMPHONY_BUNDLE === 'off' ? null : bundled();
  return folder === null ? '../packages/cli/src/main.ts' : pathToFileURL(join(folder, 'main.mjs')).href;
}

/** What the newer Node is started with `--disable-warning` for, where no flag can be given. */
function silenceExperimentalWarnings() {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') for (const print of printers) print(warning);
  });
}

/** A command that does not listen for signals ends by them, wherever they came in. */
function hearLauncher() {
  const obey = (signal) => {
    if (!process.emit(FORWARDED, signal)) process.kill(process.pid, signal);
  };
  process.on('message', ({ signal }) => {
    if (SIGNALS.includes(signal)) obey(signal);
  });
  // The launcher was killed: nobody is left to wait for this process.
  process.on('disconnect', () => obey('SIGTERM'));
  process.channel?.unref();
}

async function runInNewerNode() {
  const { installed } = await import('../scripts/install.mjs');
  const flags = ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url)];
  const child = spawn(installed(), [...flags, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SYMPHONY_LAUNCHED: '1' },
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // The callback takes the error of a child that has just ended; its exit is told below.
      if (child.connected) child.send({ signal }, () => undefined);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`symphony: Node ${NEEDED} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
