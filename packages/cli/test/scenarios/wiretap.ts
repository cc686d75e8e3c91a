import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hears what the conductor tells its players. Prompts are not in the log, so the player's own input
 * is copied to a file by a module that Node loads before the player: nothing of ours is replaced.
 */
const LISTENER = `
import { appendFileSync } from 'node:fs';
const input = process.stdin;
const emit = input.emit;
if (/player\\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  const file = process.env.WIRETAP + '/' + process.pid + '.jsonl';
  input.emit = function (name, ...rest) {
    if (name === 'data') appendFileSync(file, rest[0]);
    return emit.call(this, name, ...rest);
  };
}
`;

export class Wiretap {
  readonly #folder: string;
  readonly #listener: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#listener = join(folder, 'listener.mjs');
    mkdirSync(folder);
    writeFileSync(this.#listener, LISTENER);
  }

  /** For `chamber.env`: agents get these values. */
  get env(): Record<string, string> {
    return { WIRETAP: this.#folder, NODE_OPTIONS: `--import=${this.#listener}` };
  }

  /** Every prompt the players of an item were given, in order. */
  prompts(identifier: string): string[] {
    const given: { at: number; prompt: string }[] = [];
    const files = readdirSync(this.#folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) {
      const lines = readFileSync(join(this.#folder, name), 'utf8').trim().split('\n');
      const told = lines.map((line) => JSON.parse(line));
      const opening = told.find((each) => each.type === 'open');
      if (opening?.piece.identifier !== identifier) continue;
      for (const each of told)
        if (each.type === 'turn') given.push({ at: opening.attempt, prompt: each.prompt });
    }
    return given.sort((a, b) => a.at - b.at).map(({ prompt }) => prompt);
  }
}
