/** The same value with every text in it, however deep, put through `redact`. Names of fields too: a tool may have made them. */
export function redacted<T>(value: T, redact: (text: string) => string): T {
  return walk(value, redact) as T;
}

function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => walk(each, redact));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), walk(each, redact)]));
}
