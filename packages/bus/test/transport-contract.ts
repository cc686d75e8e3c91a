import { describe, expect, test } from 'vitest';
import type { Transport } from '../src/index.ts';

/** A transport whose far end is a `mirror`, however far away. */
export interface MirroredWay {
  readonly near: Transport;
  /** Resolves when the far end knows that it is over. */
  readonly farClosed: Promise<unknown>;
  end(): Promise<void>;
}

const soon = (probe: () => unknown) => expect.poll(probe, { timeout: 15_000, interval: 2 });

/** What every transport does the same (B1). */
export function transportContract(name: string, open: () => Promise<MirroredWay>): void {
  const within = async (work: (way: MirroredWay) => Promise<void>) => {
    const way = await open();
    try {
      await work(way);
    } finally {
      await way.end();
    }
  };

  describe(`transport: ${name}`, () => {
    test('B1 text arrives whole and in order, whatever its characters', () =>
      within(async ({ near }) => {
        let heard = '';
        near.onText((text) => {
          expect(text).not.toBe('');
          heard += text;
        });
        const lines = Array.from({ length: 2_000 }, (_, n) => `${n} ü😀 ${'é'.repeat(n % 50)}`);
        for (const line of lines) expect(near.send(`${line}\n`)).toBe(true);
        await soon(() => heard.length).toBe(lines.join('\n').length + 1);
        expect(heard).toBe(`${lines.join('\n')}\n`);
      }));

    test('B1 much at once crosses, and then nothing is left here', () =>
      within(async ({ near }) => {
        let heard = 0;
        let drained = 0;
        near.onDrain(() => {
          drained += 1;
        });
        near.onText((text) => {
          heard += text.length;
        });
        near.send(`${'é'.repeat(2_000_000)}\n`);
        expect(near.bufferedBytes()).toBeGreaterThan(0);
        await soon(() => heard).toBe(2_000_001);
        await soon(() => near.bufferedBytes()).toBe(0);
        expect(drained).toBeGreaterThan(0);
      }));

    test('B1 reading can change to bytes while nothing is under way', () =>
      within(async ({ near }) => {
        let text = '';
        near.onText((chunk) => {
          text += chunk;
        });
        near.send('bytes\n');
        await soon(() => text).toBe('reading bytes\n');
        const heard: number[] = [];
        near.onBytes((bytes) => heard.push(...bytes));
        const all = Uint8Array.from({ length: 1_024 }, (_, n) => n % 256);
        near.send(all.subarray(0, 500));
        near.send(all.subarray(500));
        await soon(() => heard.length).toBe(1_024);
        expect(heard).toEqual([...all]);
      }));

    test('B1 closing here is heard there, and nothing can be sent any more', () =>
      within(async ({ near, farClosed }) => {
        const causes: unknown[] = [];
        near.onText(() => undefined);
        near.onClose((cause) => causes.push(cause));
        near.send('hello\n');
        near.close();
        near.close();
        expect(near.send('more\n')).toBe(false);
        await farClosed;
        await soon(() => causes).toEqual([null]);
      }));

    test('B1 closing there is heard here once, also by one who asks late', () =>
      within(async ({ near }) => {
        const causes: unknown[] = [];
        near.onText(() => undefined);
        near.onClose((cause) => causes.push(cause));
        near.send('close\n');
        await soon(() => causes).toEqual([null]);
        expect(near.send('more\n')).toBe(false);
        near.onClose((cause) => causes.push(cause));
        await soon(() => causes).toEqual([null, null]);
      }));

    test('B1 what was said right before closing arrives before the end does', () =>
      within(async ({ near }) => {
        let heard = 0;
        let atEnd = -1;
        near.onText((text) => {
          heard += text.length;
        });
        near.onClose(() => {
          atEnd = heard;
        });
        near.send('farewell\n');
        await soon(() => atEnd).toBe(1_000_001);
      }));
  });
}
