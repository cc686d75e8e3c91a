/** What is recorded and shown, in a person's words: the same in every face. */
export { agentWords } from './agent-words.ts';
export { choicesWords, defaultWords, wordsOf } from './event-words.ts';
export {
  type Around,
  askerWords,
  awaitsApproval,
  type Group,
  groupOf,
  remedyOf,
  toneOf,
  whereabouts,
} from './item-words.ts';
export {
  collisionWith,
  missionCounts,
  missionRemedy,
  missionTone,
  missionWhere,
  partTone,
  partWhere,
  phaseDots,
} from './mission-view-words.ts';
export { fileWords } from './mission-words.ts';
export { costOf, spendPhrase } from './money.ts';
export { type NameBook, type NameOf, nameBook } from './name-book.ts';
export { counted, firstLine, short } from './phrase.ts';
export { clockTime, dayAndTime, duration } from './time.ts';
export type { Tone } from './tone.ts';
export { turnWords } from './turn-words.ts';
export { EVENT_TYPES, type Weight, weightOf } from './weight.ts';
