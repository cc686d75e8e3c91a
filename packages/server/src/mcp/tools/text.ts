import { z } from 'zod';

/** Texts that people read: never blank, and never so long that a list of them cannot be shown. */
export const sentence = z.string().trim().min(1).max(500);

export const story = z.string().trim().min(1).max(20_000);

/** Paths from the top of the repository, with `*` and `**`. */
export const globs = z.array(sentence).min(1).max(100);
