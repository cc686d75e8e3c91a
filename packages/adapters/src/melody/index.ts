export { MELODY_FOLDER, type MelodyBook, type MelodyEntry, type MelodyText, openMelodyBook } from './book.ts';
export type { ExpressionCheck } from './expressions.ts';
export { decodeMelody, encodeMelody, formatOf, type MelodyFormat } from './format.ts';
export { SCHEMA_VERSION } from './migrate.ts';
export type { FileProblem } from './problem.ts';
export type { Reading } from './reading.ts';
