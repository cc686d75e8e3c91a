import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two workers whose work is done by scripts; one of them leaves a mark where reality differs from the plan. */
export const DATES = `title: Dates everywhere
request: Read and write dates in one form.
criteria:
  - text: Both are there
    check: test -f src/parse/date.ts && test -f src/print/date.ts
  - text: No mark is left
    check: "! grep -r ARCHITECTURAL_MISMATCH src"
workers:
  - id: parse
    title: Read dates
    task: Read them.
    scope: src/parse/**
    rehearsal:
      worker:
        - say: I read dates
        - write:
            path: src/parse/date.ts
            text: |
              // ARCHITECTURAL_MISMATCH: there are three formats
              export const parse = (text: string) => text;
        - commit: Read dates
      rework:
        - write: { path: src/parse/third.ts, text: "export {};\\n" }
        - commit: Read the third format
  - id: print
    title: Write dates
    task: Write them.
    scope: src/print/**
    rehearsal:
      - write: { path: src/print/date.ts, text: "export const print = String;\\n" }
      - commit: Write dates
`;

export function putMission(repository: string, name: string, text: string = DATES): string {
  const path = join(repository, `${name}.yaml`);
  writeFileSync(path, text);
  return path;
}
