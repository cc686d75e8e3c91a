import { ARTIFACT_TYPES, type Json } from '@symphony/domain';

/** A kind of artifact somebody registered, beside the built-in ones. */
export interface ArtifactType {
  /** Small letters, digits and hyphens. */
  readonly name: string;
  /** JSON Schema its content must meet. Without one anything goes. */
  readonly schema?: Json;
  /** Larger than this is kept, but rated lower. */
  readonly maxBytes?: number;
  /** Content that does not meet the schema is refused. Otherwise it is kept and rated lower. */
  readonly strict?: boolean;
}

/** What is wrong with a content, in sentences; none when it is as it should be. */
export type StructureCheck = (content: string | Uint8Array) => readonly string[];

/** Turns a JSON Schema into its check; throws when it is none. */
export type SchemaReader = (schema: Json) => StructureCheck;

export interface KnownType {
  readonly name: string;
  readonly maxBytes: number | null;
  readonly strict: boolean;
  readonly check: StructureCheck | null;
}

const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** The types a store accepts: those everybody has and those registered. Misuse throws at once. */
export class TypeRegistry {
  readonly #types = new Map<string, KnownType>(
    ARTIFACT_TYPES.map((name) => [name, { name, maxBytes: null, strict: false, check: null }]),
  );

  constructor(registered: readonly ArtifactType[], readSchema: SchemaReader) {
    const builtIn = new Set(this.#types.keys());
    for (const { name, schema, maxBytes = null, strict = false } of registered) {
      if (!NAME.test(name)) throw new Error(`"${name}" is no name for an artifact type.`);
      // A built-in type may be given a schema once; any other name belongs to who came first.
      if (!builtIn.delete(name) && this.#types.has(name))
        throw new Error(`The artifact type ${name} is registered twice.`);
      const check = schema === undefined ? null : readSchema(schema);
      this.#types.set(name, { name, maxBytes, strict, check });
    }
  }

  find(name: string): KnownType | null {
    return this.#types.get(name) ?? null;
  }

  names(): readonly string[] {
    return [...this.#types.keys()];
  }
}
