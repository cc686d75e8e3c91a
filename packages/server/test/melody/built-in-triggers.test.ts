import { makeRepository } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { openMelodies } from '../../src/melody/library/door.ts';

test('P7 no built-in melody starts by itself: a conductor reads only those of the repository for that', async () => {
  const repository = await makeRepository();
  try {
    const { book } = await openMelodies(repository.path);
    const armed = book.list().filter(({ melody }) => melody.triggers.length > 0);
    expect(book.list().length).toBeGreaterThan(0);
    expect(armed.map(({ melody }) => melody.name)).toEqual([]);
  } finally {
    await repository.remove();
  }
});
