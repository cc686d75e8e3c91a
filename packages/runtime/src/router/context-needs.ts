import type { ContextRequirement } from '@symphony/domain';

/** What has to be looked up before a request can be answered well, told by its words alone. Only what is needed. */
export function contextNeeds(request: string): ContextRequirement[] {
  const needs = NEEDS.filter(([, pattern]) => pattern.test(request)).map(([need]) => need);
  // A place that is named need not be looked up.
  return needs.filter((need) => need !== 'location' || !PLACE.test(request));
}

const NEEDS: readonly (readonly [ContextRequirement, RegExp])[] = [
  [
    'location',
    /\b(?:weather|forecast|temperature outside|rain(?:ing|y)?|snow(?:ing)?|umbrella|near(?:by| me| here)?|around here|closest|nearest|directions?|traffic|commute|my (?:area|city|town|location)|local)\b/iu,
  ],
  [
    'recent_memory',
    /\b(?:again|as (?:before|usual|last time)|the (?:same|other|previous|last) (?:one|thing|time)|like (?:before|last time|yesterday)|you (?:said|told|mentioned)|i (?:said|told you|mentioned)|we (?:talked|discussed|spoke)|remember (?:when|what|that|my)|(?:that|this|it)(?=[\s.?!]*$))\b/iu,
  ],
  [
    'presence',
    /\b(?:(?:is|are) (?:anyone|anybody|someone|everybody|everyone|he|she|they) (?:home|there|in)|who(?:'s| is) (?:home|here|there|in)|(?:when|if|once) (?:i|we|he|she|they|everyone) (?:leaves?|arrives?|get home|gets home|come home|comes home))\b/iu,
  ],
  [
    'schedule',
    /\b(?:calendar|schedule|appointments?|meetings?|agenda|am i (?:free|busy)|free (?:time|slot)|availability|my day)\b/iu,
  ],
];
const PLACE = /\bin (?!the (?:area|city|town|morning|afternoon|evening)\b|my\b|here\b|an?\b|\d)\p{L}{3,}/iu;
