import { readYamlText, type YamlText } from '../yaml/index.ts';

/** A melody's file as data, or why it is none. */
export type Source =
  | {
      readonly ok: true;
      readonly data: Readonly<Record<string, unknown>>;
      readonly lineNear: YamlText['lineNear'];
    }
  | { readonly ok: false; readonly faults: YamlText['faults'] };

export function readSource(text: string): Source {
  const { faults, data, lineNear } = readYamlText(text);
  if (data === null || faults.length > 0) return { ok: false, faults };
  // A copy, so that nothing in it is shared or of a special kind.
  const copy: unknown = JSON.parse(data.json);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) {
    const sentence = 'A melody is a map of keys and values.';
    return { ok: false, faults: [{ line: 1, sentence, nextStep: 'Begin with `name:` and `title:`.' }] };
  }
  return { ok: true, data: copy as Record<string, unknown>, lineNear };
}
