/** How a summary may look and how long it may be. */
export const FORMATS = ['summary', 'report', 'itinerary', 'analysis', 'structured', 'bullet_points'] as const;
export const LENGTHS = ['brief', 'detailed', 'comprehensive'] as const;
export type SummaryFormat = (typeof FORMATS)[number];
export type SummaryLength = (typeof LENGTHS)[number];

export interface Form {
  readonly format: SummaryFormat;
  readonly length: SummaryLength;
  readonly focus: string | null;
}

/** What is none of them is taken for the usual one, with a sentence that says so. */
export function formOf(given: {
  readonly format?: unknown;
  readonly length?: unknown;
  readonly focus?: unknown;
}): { readonly form: Form; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const choose = <T extends string>(name: string, choices: readonly T[], value: unknown, usual: T): T => {
    if (value === undefined || value === null) return usual;
    const said =
      typeof value === 'string'
        ? value
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : '';
    const chosen = choices.find((each) => each === said);
    if (chosen === undefined)
      warnings.push(`There is no ${name} ${JSON.stringify(value).slice(0, 60)}; "${usual}" was taken.`);
    return chosen ?? usual;
  };
  const format = choose('format', FORMATS, given.format, 'summary');
  const length = choose('length', LENGTHS, given.length, 'detailed');
  const focus = typeof given.focus === 'string' && given.focus.trim() !== '' ? given.focus.trim() : null;
  return { form: { format, length, focus }, warnings };
}

export const SHAPES: Readonly<Record<SummaryFormat, string>> = {
  summary: 'an overview in a few sentences, then the key points',
  report: 'sections with headings: what it is about, findings, recommendations the text itself makes',
  itinerary: 'a plan step by step or day by day, each with its time as the text gives it',
  analysis: 'insights, patterns and implications the text supports',
  structured: 'headings with short paragraphs below them',
  bullet_points: 'a list of short points to be scanned, each beginning with "- "',
};

export const SIZES: Readonly<Record<SummaryLength, { readonly words: number; readonly sentences: number }>> =
  {
    brief: { words: 80, sentences: 3 },
    detailed: { words: 300, sentences: 8 },
    comprehensive: { words: 900, sentences: 20 },
  };
