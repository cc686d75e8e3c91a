import { existsSync, readFileSync } from 'node:fs';
import type { Recorded } from './recordings.ts';

/** A program that runs another one in its place and writes down every line both ways. */
export const tapOn = (program: string, log: string): string => `#!${process.execPath}
const { spawn } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const child = spawn(${JSON.stringify(program)}, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
const pass = (from, to, dir) => {
  let rest = '';
  from.on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const line of lines) appendFileSync(${JSON.stringify(log)}, JSON.stringify({ dir, msg: JSON.parse(line) }) + '\\n');
    to.write(chunk);
  });
  from.on('end', () => to.end());
};
pass(process.stdin, child.stdin, '>');
pass(child.stdout, process.stdout, '<');
child.on('exit', (code) => { process.exitCode = code ?? 1; process.stdin.destroy(); });
`;

export const readTap = (log: string): Recorded[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Recorded)
    : [];
