/**
 * Which points of the public service specification are shown by a test. The points are the rows of
 * docs/reference/service-specification.md; a test shows one by citing its id in a title. Fails on a
 * point without a test that is not said to be coming, on one that is shown and still said to be
 * coming, and on a test that cites an id nobody knows.
 *
 *   node scripts/conformance.mjs [LIST]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const list = process.argv[2] ?? join(root, 'docs/reference/service-specification.md');

/** A title is what `test`, `describe` or the call after `.each(…)` begins with. */
const TITLE =
  /(?:\b(?:test|describe|it|concert)(?:\.\w+)*\(|\]\)\(|\.each(?:<[^>]*>)?\([^\n]*\)\(|^\s*)\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;
const ID = /\bsvc-[A-Z]\d+\b/g;

const points = readFileSync(list, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, , here = ''] = line.split('|').map((cell) => cell.trim());
    return /^svc-[A-Z]\d+$/.test(id ?? '') ? [{ id, coming: /^coming: (.+)$/.exec(here)?.[1] ?? null }] : [];
  });

function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* testFiles(path);
    else if (/\.test\.tsx?$|-contract\.ts$/.test(entry.name)) yield path;
  }
}

const shown = new Map();
for (const file of testFiles(join(root, 'packages'))) {
  for (const [, , title] of readFileSync(file, 'utf8').matchAll(TITLE)) {
    for (const [id] of title.matchAll(ID)) {
      const places = shown.get(id) ?? new Set();
      shown.set(id, places.add(relative(root, file)));
    }
  }
}

const known = new Set(points.map(({ id }) => id));
const uncovered = points.filter(({ id, coming }) => coming === null && !shown.has(id)).map(({ id }) => id);
const overtaken = points.filter(({ id, coming }) => coming !== null && shown.has(id)).map(({ id }) => id);
const unknown = [...shown.keys()].filter((id) => !known.has(id));
const coming = points.filter((point) => point.coming !== null && !shown.has(point.id));

for (const { id, coming: why } of coming) console.log(`${id} is coming: ${why}`);
for (const id of uncovered)
  console.error(`${id} is shown by no test; write one, or say in ${relative(root, list)} why it is coming.`);
for (const id of overtaken)
  console.error(`${id} is said to be coming and is shown by a test; say what there is instead.`);
for (const id of unknown)
  console.error(`${id} is cited by ${[...shown.get(id)].join(', ')} and is in no table.`);
console.log(
  `${points.length} points: ${points.length - coming.length - uncovered.length} shown, ${coming.length} coming.`,
);
process.exitCode = points.length === 0 || uncovered.length + overtaken.length + unknown.length > 0 ? 1 : 0;
