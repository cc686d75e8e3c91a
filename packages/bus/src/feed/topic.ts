/**
 * Topics are words with dots between: `item.moved`. In a pattern `*` stands for any one word and
 * `**`, as the last one, for all that are left, at least one. `**` alone is everything.
 */
export type TopicMatcher = (topic: string) => boolean;

const LONGEST = 500;
const WORD = /^[^.*\s]+$/;

/** Throws TypeError for what is no topic. */
export function checkTopic(topic: string): void {
  if (topic.length > LONGEST || !topic.split('.').every((word) => WORD.test(word)))
    throw new TypeError(`"${topic.slice(0, 100)}" is no topic: it is words with dots between.`);
}

/** Throws TypeError for what is no pattern. */
export function topicMatcher(pattern: string): TopicMatcher {
  const words = pattern.split('.');
  const open = words.at(-1) === '**';
  const fixed = open ? words.slice(0, -1) : words;
  if (pattern.length > LONGEST || !fixed.every((word) => word === '*' || WORD.test(word)))
    throw new TypeError(
      `"${pattern.slice(0, 100)}" is no pattern: it is words, * or a last ** with dots between.`,
    );
  if (!pattern.includes('*')) return (topic) => topic === pattern;
  return (topic) => matches(topic, fixed, open);
}

/** Goes along the topic once and makes nothing: this runs for every subscriber of every message. */
function matches(topic: string, fixed: readonly string[], open: boolean): boolean {
  let at = 0;
  for (const word of fixed) {
    if (at > topic.length) return false;
    const dot = topic.indexOf('.', at);
    const end = dot === -1 ? topic.length : dot;
    if (word !== '*' && (word.length !== end - at || !topic.startsWith(word, at))) return false;
    at = end + 1;
  }
  return open ? at < topic.length : at === topic.length + 1;
}
