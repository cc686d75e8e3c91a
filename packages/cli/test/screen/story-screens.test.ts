import { busy, EVERY_AGENT_EVENT, EVERY_EVENT, entriesOf, HOSTILE, item, NOW, WIDE } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/screen/columns.ts';
import { entryLine } from '../../src/screen/entry-line.ts';
import { explainLines } from '../../src/screen/explain-screen.ts';
import { inboxLines } from '../../src/screen/inbox-screen.ts';
import { markLines } from '../../src/screen/mark-lines.ts';
import { plain } from '../../src/screen/paint.ts';
import { transcriptLines } from '../../src/screen/transcript.ts';

process.env.TZ = 'UTC';
const frame = { columns: 80, now: NOW, paint: plain };
const nameOf = (id: string) => id.toUpperCase();
const story = entriesOf(Object.values(EVERY_EVENT));
const spoken = entriesOf(
  Object.values(EVERY_AGENT_EVENT).map((event) => ({ ...EVERY_EVENT['agent-reported'], event })),
);

describe('screens that tell a story', () => {
  test('C11 explain shows the checks, what comes next and the history', () => {
    const view = {
      item: item('S-1', { title: WIDE, reason: 'waits for S-2', trackerState: 'todo' }),
      checks: [
        { name: 'required fields', ok: true, reason: '' },
        { name: 'blockers done', ok: false, reason: `S-2 is still open ${HOSTILE}` },
      ],
      contention: null,
      next: 'It starts as soon as S-2 is done; `symphony board move S-2 done` says that it is.',
    };
    expect(explainLines(view, story.slice(6, 9), frame).join('\n')).toMatchInlineSnapshot(`
      "S-1 日付の解析を直してテストを全部通す 🎼👩‍👩‍👧‍👦 そして文書も更新する必要がある
      state open · todo on the tracker · attempt 1 · 0 retries · nothing spent
      waits for S-2

      Checks
        ✓ required fields
        ✗ blockers done: S-2 is still open red
          second line gnp.exe end

      Next
        It starts as soon as S-2 is done; \`symphony board move S-2 done\` says that it
        is.

      Lately
        2026-04-05 10:30:06  on the board in todo: Fix the parser
        2026-04-05 10:30:07  is no longer on the tracker
        2026-04-05 10:30:08  the tracker could not be read: no answer"
    `);
  });

  test('the transcript of everything an agent can say', () => {
    const lines = spoken.flatMap((entry) => transcriptLines(entry, { ...frame, nameOf, named: false }));
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "10:30:01 ● I read the parser
      10:30:02 ○ it may be the regex
      10:30:03 ▸ Bash npm test
      10:30:04 ✗ exit 1
      10:30:05 ☰ [x] read
                 [ ] write
      10:30:07 ! limit
      10:30:08 ? Which one?
      10:30:10 ↻ tries its model again: status 500
      10:30:11 ? asks leave for Bash: git push
      10:30:13 ▢ example.com was refused
      10:30:15 · {}
      10:30:16 ! the agent ended by SIGKILL"
    `);
  });

  test('the inbox', () => {
    expect(inboxLines(busy, frame).join('\n')).toMatchInlineSnapshot(`
      "SYM-9 asks, 1m 05s ago:
        Which of the two formats shall stay? (iso / epoch) [after 10m 00s without an
        answer: iso]
      → symphony answer SYM-9 "iso"
      SYM-5 is finished and proved, and waits for your approval:
        Write the guide for people who come from elsewhere and stay
      → symphony approve SYM-5"
    `);
  });

  test('two questions of one item are told apart', () => {
    const twice = {
      ...busy,
      inbox: busy.inbox.flatMap((each) => [each, { ...each, question: { ...each.question, id: 'q-2' } }]),
    };
    const commands = inboxLines(twice, frame).filter((line) => line.startsWith('→ symphony answer'));
    expect(commands).toEqual([
      '→ symphony answer SYM-9 "iso" --question q-1',
      '→ symphony answer SYM-9 "iso" --question q-2',
    ]);
  });

  test('C24 findings carry their mark and how to mend them', () => {
    const findings = [
      { name: 'git', status: 'ok', message: 'version 2.43', fix: null },
      { name: 'disk', status: 'warning', message: '1 GB free', fix: 'Free some space.' },
      {
        name: 'claude',
        status: 'problem',
        message: `not installed ${HOSTILE}`,
        fix: 'npm install -g claude',
      },
    ] as const;
    expect(markLines(findings, frame).join('\n')).toMatchInlineSnapshot(`
      "✓ git: version 2.43
      ! disk: 1 GB free
          → Free some space.
      ✗ claude: not installed red
        second line gnp.exe end
          → npm install -g claude"
    `);
  });

  test.each(story.map((entry) => [entry.event.type, entry] as const))(
    '%s is one harmless line within 80 columns',
    (_type, entry) => {
      const line = entryLine(entry, { ...frame, nameOf, time: 'day', numbered: true, cutting: true });
      expect(line).not.toContain('\n');
      expect(widthOf(line)).toBeLessThanOrEqual(80);
    },
  );

  test('what an agent says cannot command the terminal', () => {
    const entry = {
      seq: 1,
      at: NOW,
      event: { ...EVERY_EVENT['agent-reported'], event: { type: 'message', text: HOSTILE } },
    } as const;
    const line = entryLine(entry, { ...frame, nameOf, time: 'clock', numbered: false, cutting: false });
    const transcript = transcriptLines(entry, { ...frame, nameOf, named: true });
    expect([line, ...transcript].join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
