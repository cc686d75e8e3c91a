import { expect, test } from 'vitest';
import { onShow } from './on-show.ts';

const MEGABYTE = 2 ** 20;

/** The first part warms everything up, so that what is measured is growth and not the first loading. */
test('50 MB go through while memory stays flat', { timeout: 120_000 }, () =>
  onShow(
    `stty -onlcr; yes 'some words of a program that talks a lot' | head -c ${50 * MEGABYTE}`,
    async (terminal) => {
      const view = terminal.view({ cols: 80, rows: 24, write: false });
      const idle = terminal.view({ cols: 80, rows: 24, write: false });
      await idle.frames.next();
      let seen = 0;
      let warm = 0;
      let most = 0;
      const begun = performance.now();
      for await (const frame of view.frames) {
        if (frame.kind === 'output') seen += frame.text.length;
        const { rss } = process.memoryUsage();
        if (seen < 10 * MEGABYTE) warm = rss;
        else most = Math.max(most, rss);
      }
      const speed = (50_000 / (performance.now() - begun)).toFixed(1);
      const grown = (most - warm) / MEGABYTE;
      console.info(`${speed} MB/s, memory grew by ${grown.toFixed(1)} MB`);
      expect(seen).toBeGreaterThan(49 * MEGABYTE);
      // The one who reads nothing alone would hold fifty.
      expect(grown).toBeLessThan(45);
      expect((await idle.frames.next()).value).toMatchObject({ kind: 'screen' });
      idle.close();
    },
  ),
);
