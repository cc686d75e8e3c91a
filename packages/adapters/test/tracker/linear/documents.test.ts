import { LinearDocument } from '@linear/sdk';
import { judge } from '@symphony/testkit/linear-server';
import { describe, expect, test } from 'vitest';
import * as documents from '../../../src/tracker/linear/documents.ts';

/**
 * The SDK ships no schema file, only types and documents generated from it. The schema is read back
 * from the types; that the SDK's own documents are all valid against it shows that nothing was lost.
 */
describe("Linear's published schema", () => {
  test('is whole: every document of the SDK fits it', () => {
    const theirs = Object.entries(LinearDocument).filter(([name]) => name.endsWith('Document'));
    expect(theirs.length).toBeGreaterThan(500);
    const wrong = theirs.filter(([, document]) => judge(String(document)).invalid.length > 0);
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('refuses what Linear does not have', () => {
    const wrong = '{ issues(first: 1, filter: { colour: "red" }) { nodes { id mood } } }';
    expect(judge(wrong).invalid).toHaveLength(2);
  });
});

/** The examples of https://linear.app/developers/rate-limiting. */
describe("Linear's price for a document", () => {
  const list = (page: string) =>
    `query MyCreatedIssues { user(id: "me") { createdIssues${page} { nodes { id title createdAt } } } }`;
  const examples = [
    ['query WhoAmI { user(id: "me") { name } }', 2],
    [list(''), 66],
    [list('(first: 10)'), 14],
  ] as const;
  test.each(examples)('%s: %i', (document, points) => {
    expect(judge(document).invalid).toEqual([]);
    expect(judge(document).points({})).toBe(points);
  });
});

type Sent = readonly [name: string, document: string, first: number];

const ours = Object.entries(documents).flatMap(([name, value]): readonly Sent[] => {
  if (typeof value === 'number') return [];
  if (typeof value === 'string') return [[name, value, 250]];
  return value.map(({ document, size }, at) => [`${name}[${at}]`, document, size]);
});

describe('every document Symphony sends', () => {
  test.each(ours)('%s is valid and costs less than Linear allows', (_, document, first) => {
    const { invalid, points } = judge(document);
    expect(invalid).toEqual([]);
    expect(points({ first })).toBeGreaterThan(0);
    expect(points({ first })).toBeLessThan(10_000);
  });

  test('a page of fifty issues costs less than 2,000 points, a question about one less than 200', () => {
    const points = (document: string) => judge(document).points({ first: 50 });
    expect(points(documents.ISSUE_PAGES[0]?.document ?? '')).toBeLessThan(2_000);
    expect(points(documents.STANDING)).toBeLessThan(200);
    expect(points(documents.COMMENT)).toBeLessThan(10);
  });
});
