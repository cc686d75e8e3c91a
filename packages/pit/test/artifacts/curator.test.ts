import { jsonSchemaCheck } from '@symphony/adapters/artifact/disk';
import { MemoryArtifactStore } from '@symphony/adapters/artifact/memory';
import { type ArtifactStore, failureOf } from '@symphony/domain';
import { type ArtifactType, curate, TypeRegistry } from '@symphony/pit/artifacts';
import { describe, expect, test } from 'vitest';

const PLAN: ArtifactType = {
  name: 'melody-plan',
  schema: {
    type: 'object',
    required: ['steps'],
    properties: { steps: { type: 'array', items: { type: 'string' } } },
  },
  maxBytes: 100,
};

function curated(types: readonly ArtifactType[]): ArtifactStore {
  let count = 0;
  const names = (prefix: string): string => {
    count += 1;
    return `${prefix}-${count}`;
  };
  return curate(new MemoryArtifactStore(() => 0, names), new TypeRegistry(types, jsonSchemaCheck));
}

describe('P3 types', () => {
  test('a type nobody registered is refused, with those there are', async () => {
    const failure = failureOf(
      await curated([PLAN])
        .store({ name: 'a', type: 'song' }, 'x')
        .catch((error) => error),
    );
    expect(failure.code).toBe('invalid');
    expect(failure.message).toMatch(/prompt, transcript, .*melody-plan/);
  });

  test.each([
    ['{"steps": ["one"]}', 0.7],
    ['{"steps": [1]}', 0.2],
    ['{"steps": ', 0.2],
    [`{"steps": ["${'x'.repeat(100)}"]}`, 0.6],
  ])('%j is kept and rated by its structure and size: %d', async (content, quality) => {
    const stored = await curated([PLAN]).store({ name: 'plan', type: PLAN.name }, content);
    expect(stored.quality).toBeCloseTo(quality, 10);
  });

  test('a strict type refuses what does not meet its schema, and says where', async () => {
    const store = curated([{ ...PLAN, strict: true }]);
    const request = { name: 'plan', type: PLAN.name };
    const failure = failureOf(await store.store(request, '{"steps": [1]}').catch((error) => error));
    expect(failure).toMatchObject({ code: 'invalid', message: expect.stringContaining('/steps/0') });
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"steps": []}');
    }
    expect(failureOf(await store.store(request, stream()).catch((error) => error)).code).toBe('invalid');
    expect(await store.list({})).toEqual([]);
    expect((await store.store(request, Buffer.from('{"steps": []}'))).quality).toBeCloseTo(0.7, 10);
  });

  test('a built-in type may be given a schema; the same name twice, or a bad schema, is misuse', () => {
    const types = [{ ...PLAN, name: 'plan' }];
    expect(new TypeRegistry(types, jsonSchemaCheck).find('plan')?.check).not.toBeNull();
    expect(() => new TypeRegistry([PLAN, PLAN], jsonSchemaCheck)).toThrow('twice');
    expect(() => new TypeRegistry([{ name: 'No Good' }], jsonSchemaCheck)).toThrow('No Good');
    expect(() => new TypeRegistry([{ name: 'x', schema: { type: 'nonsense' } }], jsonSchemaCheck)).toThrow();
  });
});

describe('P3 quality in a store', () => {
  test('what others are made from rises; what a person judged stays', async () => {
    const store = curated([]);
    const source = await store.store({ name: 'source', type: 'report' }, 'x');
    const judged = await store.store({ name: 'judged', type: 'report', quality: 0.9 }, 'y');
    expect(source.quality).toBeCloseTo(0.45, 10);
    await store.store({ name: 'child', type: 'report', derivedFrom: [source.id, judged.id] }, 'z');
    expect((await store.get(source.id)).quality).toBeCloseTo(0.6, 10);
    await store.store({ name: 'child', type: 'report', derivedFrom: [source.id] }, 'z');
    expect((await store.get(source.id)).quality).toBeCloseTo(0.675, 10);
    expect((await store.get(judged.id)).quality).toBe(0.9);
  });

  test('an artifact left unrated by a crash is rated when it is stored again', async () => {
    const bare = new MemoryArtifactStore(
      () => 0,
      () => 'a-1',
    );
    const request = { name: 'a', type: 'report', key: 'run-1' };
    expect((await bare.store(request, 'x')).quality).toBeNull();
    const again = await curate(bare, new TypeRegistry([], jsonSchemaCheck)).store(request, 'x');
    expect(again).toMatchObject({ id: 'a-1', quality: expect.any(Number) });
  });
});
