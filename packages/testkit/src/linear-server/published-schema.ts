import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

/**
 * Linear's schema as its SDK publishes it. The package ships no schema file, but its declarations
 * are generated from the schema, one declaration a type, with nullability and arguments kept: they
 * are read back into SDL. What gets lost are descriptions, default values and directives, none of
 * which decides whether a document is valid.
 */
export function publishedSchema(): GraphQLSchema {
  known ??= buildSchema(sdlOf(readDeclarations()), { assumeValidSDL: true, noLocation: true });
  return known;
}

let known: GraphQLSchema | undefined;

interface Declaration {
  readonly name: string;
  readonly interfaces: readonly string[];
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  /** Types of objects carry `__typename`; those of inputs and of arguments do not. */
  readonly named: boolean;
}

function readDeclarations(): string {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@linear/sdk/package.json')), 'dist');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.mts'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const start = text.indexOf('\ntype Scalars = {');
    // Behind the schema's types come those of the SDK's own documents.
    if (start >= 0) return text.slice(start, text.search(/\ntype \w+Fragment = /));
  }
  throw new Error('The declarations of @linear/sdk hold no schema: see how its new version publishes it.');
}

function sdlOf(text: string): string {
  const objects = [...text.matchAll(/\ntype (\w+) = ((?:\w+ & )*)\{\n([\s\S]*?)\n\};/g)].map(declarationOf);
  const scalars = objects.find(({ name }) => name === 'Scalars')?.fields ?? [];
  const types = objects.filter(({ name }) => name !== 'Scalars');
  const interfaces = new Set(types.flatMap((type) => type.interfaces));
  const isOutput = (type: Declaration) => type.named || interfaces.has(type.name);
  const outputs = types.filter(isOutput);
  // Without regard to case: `attachmentLinkGitHubPR` has `MutationAttachmentLinkGitHubPrArgs`.
  const others = new Map(
    types.filter((type) => !isOutput(type)).map((type) => [type.name.toLowerCase(), type]),
  );
  const lines: string[] = [];
  for (const type of outputs) {
    const fields = type.fields.map(({ name, type: of }) => {
      const key = `${type.name}${name}Args`.toLowerCase();
      const args = others.get(key)?.fields.map((each) => `${each.name}: ${each.type}`) ?? [];
      others.delete(key);
      return `  ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}: ${of}`;
    });
    const met = type.interfaces.length > 0 ? ` implements ${type.interfaces.join(' & ')}` : '';
    lines.push(`${interfaces.has(type.name) ? 'interface' : 'type'} ${type.name}${met} {`, ...fields, '}');
  }
  for (const { name, fields } of others.values()) {
    lines.push(`input ${name} {`, ...fields.map((each) => `  ${each.name}: ${each.type}`), '}');
  }
  for (const [, name, members] of text.matchAll(/\ntype (\w+) = (\w+(?: \| \w+)+);/g)) {
    lines.push(`union ${name} = ${members}`);
  }
  for (const [, name, values = ''] of text.matchAll(/\ndeclare enum (\w+) \{\n([\s\S]*?)\n\}/g)) {
    lines.push(`enum ${name} { ${[...values.matchAll(/ = "(\w+)"/g)].map(([, value]) => value).join(' ')} }`);
  }
  const builtIn = ['ID', 'String', 'Boolean', 'Int', 'Float'];
  for (const { name } of scalars) if (!builtIn.includes(name)) lines.push(`scalar ${name}`);
  return lines.join('\n');
}

function declarationOf([, name = '', interfaces = '', body = '']: RegExpMatchArray): Declaration {
  const fields = [...body.matchAll(/^ {2}(\w+)\??: (.+);$/gm)].map(([, field = '', type = '']) => ({
    name: field,
    type: sdlType(type),
  }));
  return {
    name,
    interfaces: interfaces.split(' & ').filter((each) => each !== ''),
    fields: fields.filter((field) => field.name !== '__typename'),
    named: fields.some((field) => field.name === '__typename'),
  };
}

/** `Maybe<Array<Scalars["ID"]>>` says `[ID!]`: what is not marked as missing is always there. */
function sdlType(type: string): string {
  const wrapped = /^(Maybe|InputMaybe|Array)<(.+)>$/.exec(type);
  if (!wrapped) return `${/^Scalars\["(\w+)"\]$/.exec(type)?.[1] ?? type}!`;
  const inner = sdlType(wrapped[2] ?? '');
  return wrapped[1] === 'Array' ? `[${inner}]!` : inner.replace(/!$/, '');
}
