import { sign, verify } from '@octokit/webhooks-methods';
import { githubWebhook, readGithubEvent } from '@symphony/adapters/github/webhook';
import { webhookExamples } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Loose = Readonly<Record<string, unknown>>;

const SECRET = "It's a Secret to Everybody";
const read = githubWebhook(verify);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('who sent it', () => {
  const VECTOR = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const headers = { 'x-hub-signature-256': VECTOR, 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };

  test("C17 GitHub's own vector holds: the body is then looked at, and is no JSON", async () => {
    expect(await read(bytes('Hello, World!'), headers, SECRET)).toEqual({
      kind: 'refused',
      reason: 'The body is not a JSON object.',
      malformed: true,
    });
  });

  const wrong: readonly (readonly [string, string, Record<string, string>, string])[] = [
    ['another secret', 'Hello, World!', headers, 'another'],
    ['another body', 'Hello, World?', headers, SECRET],
    ['a byte that is no text', 'Hello, World!\uFFFD', headers, SECRET],
    ['no signature', 'Hello, World!', { ...headers, 'x-hub-signature-256': '' }, SECRET],
    [
      'the hash without its name',
      'Hello, World!',
      { ...headers, 'x-hub-signature-256': VECTOR.slice(7) },
      SECRET,
    ],
    [
      'the old kind of hash',
      'Hello, World!',
      { ...headers, 'x-hub-signature-256': `sha1=${VECTOR.slice(7, 47)}` },
      SECRET,
    ],
    ['no body', '', headers, SECRET],
    ['no secret of ours', 'Hello, World!', headers, ''],
  ];
  test.each(wrong)('%s is refused before anything is read', async (_what, body, given, secret) => {
    const reading = await read(bytes(body), given, secret);
    expect(reading).toMatchObject({ kind: 'refused', malformed: false });
  });

  test('what is signed is heard', async () => {
    const body = JSON.stringify({
      action: 'opened',
      issue: { number: 7, node_id: 'I_7', html_url: 'https://github.com/octo/hall/issues/7' },
      repository: { full_name: 'octo/hall' },
    });
    const signature = await sign(SECRET, body);
    const given = {
      'x-hub-signature-256': signature,
      'x-github-event': 'issues',
      'x-github-delivery': 'd-2',
    };
    expect(await read(bytes(body), given, SECRET)).toEqual({
      kind: 'heard',
      delivery: 'd-2',
      about: 'items',
      names: ['octo/hall#7', 'I_7', 'https://github.com/octo/hall/issues/7'],
    });
  });
});

describe('what it says', () => {
  const HEARD = new Set([
    'issues',
    'issue_comment',
    'sub_issues',
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'pull_request_review_thread',
    'check_run',
    'check_suite',
    'workflow_run',
    'status',
    'projects_v2_item',
  ]);

  test('all published examples are read: those about items say which, all others are passed over', () => {
    let count = 0;
    for (const { name, examples } of webhookExamples())
      for (const example of examples) {
        count += 1;
        const reading = readGithubEvent(name, 'd', example);
        expect(reading.kind, `${name} ${String(example.action)}`).toBe(HEARD.has(name) ? 'heard' : 'ignored');
        if (reading.kind === 'heard')
          expect(reading.names[0]).toMatch(ITEM[name] ?? /^[\w.-]+\/[\w.-]+#\d+$/);
      }
    expect(count).toBeGreaterThanOrEqual(367);
  });
  const ITEM: Readonly<Record<string, RegExp>> = {
    check_run: /^(?:[\w.-]+\/[\w.-]+#\d+|[0-9a-f]{40})$/,
    check_suite: /^(?:[\w.-]+\/[\w.-]+#\d+|[0-9a-f]{40})$/,
    workflow_run: /^(?:[\w.-]+\/[\w.-]+#\d+|[0-9a-f]{40})$/,
    status: /^[0-9a-f]{40}$/,
    projects_v2_item: /^[\w=-]+$/,
  };

  const comment = (over: object = {}, action = 'created', user: object = {}): Loose => ({
    action,
    issue: { number: 7 },
    repository: { full_name: 'octo/hall' },
    comment: {
      id: 41,
      body: '/symphony retry',
      user: { login: 'ada', type: 'User', ...user },
      author_association: 'MEMBER',
      performed_via_github_app: null,
      ...over,
    },
  });
  const standing = (payload: Loose): string | null => {
    const reading = readGithubEvent('issue_comment', 'd', payload);
    return (reading.kind === 'heard' ? reading.comment?.standing : null) ?? null;
  };

  test.each([
    ['an owner', comment({ author_association: 'OWNER' }), 'writer'],
    ['a member', comment(), 'member'],
    ['a collaborator', comment({ author_association: 'COLLABORATOR' }), 'member'],
    ['somebody who contributed once', comment({ author_association: 'CONTRIBUTOR' }), 'stranger'],
    ['anybody', comment({ author_association: 'NONE' }), 'stranger'],
    ['nobody knows', comment({ author_association: 7 }), 'stranger'],
    [
      'a bot that owns the place',
      comment({ author_association: 'OWNER' }, 'created', { type: 'Bot' }),
      'machine',
    ],
    [
      'an application for an owner',
      comment({ author_association: 'OWNER', performed_via_github_app: {} }),
      'machine',
    ],
    ['an owner who changes what another wrote', comment({ author_association: 'OWNER' }, 'edited'), null],
    ['a comment that is taken away', comment({}, 'deleted'), null],
    ['nobody', comment({ user: null }), null],
  ])('%s', (_who, payload, expected) => expect(standing(payload)).toBe(expected));

  const PULL = { pull_request: { number: 9, html_url: 'https://github.com/octo/hall/pull/9' } };
  const BY_ADA = { id: 41, body: '/symphony retry', user: { login: 'ada' }, author_association: 'MEMBER' };
  const SAID: readonly (readonly [string, string, Loose, string | null])[] = [
    ['a review', 'pull_request_review', { ...PULL, action: 'submitted', review: BY_ADA }, 'github-review-41'],
    ['a changed review', 'pull_request_review', { ...PULL, action: 'edited', review: BY_ADA }, null],
    ['a dismissed review', 'pull_request_review', { ...PULL, action: 'dismissed', review: BY_ADA }, null],
    [
      'a review without words',
      'pull_request_review',
      { ...PULL, action: 'submitted', review: { ...BY_ADA, body: null } },
      null,
    ],
    [
      'a line',
      'pull_request_review_comment',
      { ...PULL, action: 'created', comment: BY_ADA },
      'github-line-41',
    ],
    ['a changed line', 'pull_request_review_comment', { ...PULL, action: 'edited', comment: BY_ADA }, null],
    ['a thread', 'pull_request_review_thread', { ...PULL, action: 'resolved', comment: BY_ADA }, null],
    [
      'the conversation',
      'issue_comment',
      { issue: { ...PULL.pull_request, pull_request: {} }, action: 'created', comment: BY_ADA },
      'github-comment-41',
    ],
  ];
  test.each(SAID)('C17 %s of a pull request is about the offer', (_what, event, payload, id) => {
    const reading = readGithubEvent(event, 'd', { ...payload, repository: { full_name: 'octo/hall' } });
    expect(reading).toMatchObject({ kind: 'heard', about: 'offers' });
    if (reading.kind !== 'heard') return;
    expect(reading.names).toEqual(['octo/hall#9', 'https://github.com/octo/hall/pull/9']);
    expect(reading.comment?.id ?? null).toBe(id);
  });

  test('whatever is sent, nothing is thrown', () => {
    const events = fc.constantFrom(...HEARD, 'push', '', '__proto__');
    const some = <T>(value: fc.Arbitrary<T>, ...keys: readonly string[]) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
    const any = fc.jsonValue({ maxDepth: 2 });
    const user = some(any, 'login', 'type');
    const thing = fc.record(
      {
        number: any,
        node_id: any,
        id: any,
        body: any,
        pull_requests: any,
        check_suite: any,
        user: fc.oneof(user, any),
      },
      { requiredKeys: [] },
    );
    const place = fc.oneof(thing, any);
    const payload = some(
      place,
      'action',
      'issue',
      'comment',
      'repository',
      'check_run',
      'check_suite',
      'pull_request',
      'review',
      'workflow_run',
      'sha',
    );
    fc.assert(
      fc.property(events, payload, (event, given) => {
        expect(['heard', 'ignored']).toContain(readGithubEvent(event, 'd', given).kind);
      }),
      { numRuns: 1_000 },
    );
  });

  test('whatever bytes are sent and signed, nothing is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string(), async (body, event) => {
        const text = new TextDecoder().decode(body);
        const signature = text === '' ? 'sha256=' : await sign(SECRET, text);
        const given = { 'x-hub-signature-256': signature, 'x-github-event': event, 'x-github-delivery': 'd' };
        expect((await read(body, given, SECRET)).kind).toMatch(/^(?:refused|ignored|heard)$/);
      }),
      { numRuns: 300 },
    );
  });
});
