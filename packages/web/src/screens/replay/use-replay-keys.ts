import { useKey } from '../../ui/use-key.ts';

interface ReplayKeys {
  step(way: 1 | -1): void;
  toMark(way: 1 | -1): void;
  playOrPause(): void;
}

/** Arrows go entry by entry, `n` and `p` from mark to mark, space plays and pauses. */
export function useReplayKeys({ step, toMark, playOrPause }: ReplayKeys): void {
  useKey((key) => {
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        step(key === 'ArrowLeft' ? -1 : 1);
        return true;
      case 'p':
      case 'n':
        toMark(key === 'p' ? -1 : 1);
        return true;
      case ' ':
        // On a button or a link it is theirs.
        if (document.activeElement?.matches('button, a')) return false;
        playOrPause();
        return true;
      default:
        return false;
    }
  });
}
