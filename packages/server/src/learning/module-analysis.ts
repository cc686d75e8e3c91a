import type { Node } from 'oxc-parser';

/** Raised when the analysis changes: what an older one made is not used any more. */
export const ANALYSIS_VERSION = 1;

/** What a module is made of. Of languages nobody reads here only the lines are known, and the rest is null. */
export interface ModuleAnalysis {
  readonly imports: readonly string[] | null;
  readonly exports: readonly string[] | null;
  readonly functions: readonly string[] | null;
  readonly classes: readonly string[] | null;
  /** Ways through it: one, and one more for each place where it may go either way. */
  readonly complexity: number | null;
  readonly lines: number;
}

const READ = /\.[cm]?[jt]sx?$/;

export async function analyse(path: string, text: string): Promise<ModuleAnalysis> {
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  const unread = { imports: null, exports: null, functions: null, classes: null, complexity: null, lines };
  if (!READ.test(path)) return unread;
  // Loaded with the first module: most who start Symphony play no mission.
  const { parse } = await import('oxc-parser');
  const { program, module, errors } = await parse(path, text);
  if (errors.some(({ severity }) => severity === 'Error')) return unread;
  const { staticImports, staticExports } = module;
  const from = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.moduleRequest?.value ?? [])),
  ];
  const exported = staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, importName }) => {
      if (exportName.kind === 'Default') return 'default';
      return exportName.name ?? importName.name ?? '*';
    }),
  );
  const found: Found = { functions: [], classes: [], complexity: 1 };
  walk(program, null, found);
  return { imports: unique(from), exports: unique(exported), ...found, lines };
}

interface Found {
  readonly functions: string[];
  readonly classes: string[];
  complexity: number;
}

const BRANCHES: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
]);

/** `name` is what the place around it calls the node, if anything does. */
function walk(node: Node, name: string | null, found: Found): void {
  const { type } = node;
  if (BRANCHES.has(type) || (type === 'SwitchCase' && node.test !== null)) found.complexity += 1;
  if (type === 'FunctionDeclaration' || type === 'FunctionExpression')
    note(found.functions, node.id?.name ?? name);
  if (type === 'ArrowFunctionExpression') note(found.functions, name);
  if (type === 'ClassDeclaration' || type === 'ClassExpression') note(found.classes, node.id?.name ?? name);
  const own = nameOf(node);
  for (const child of childrenOf(node)) walk(child, own, found);
}

function nameOf(node: Node): string | null {
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null;
  if (node.type !== 'MethodDefinition' && node.type !== 'Property' && node.type !== 'PropertyDefinition')
    return null;
  return node.key.type === 'Identifier' ? node.key.name : null;
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && typeof value.type === 'string',
    );
}

function note(names: string[], name: string | null): void {
  if (name !== null && !names.includes(name)) names.push(name);
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
