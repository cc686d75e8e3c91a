import type { Proposal } from '@symphony/domain';
import { commitOf } from '../local/revision.ts';
import type { HostGround, Slug } from './settings.ts';

/** Where repositories keep the text a pull request begins with. */
const TEMPLATES = ['.github/', '', 'docs/'].flatMap((folder) =>
  ['pull_request_template.md', 'PULL_REQUEST_TEMPLATE.md'].map((name) => `${folder}${name}`),
);
const TEMPLATE_LIMIT = 20_000;

/** The repository's own text, what it is about, which issue it closes, and what was proved. */
export async function bodyOf(ground: HostGround, proposal: Proposal): Promise<string> {
  const closes = closingLine(ground, proposal.url ?? null);
  const parts = [
    await templateOf(ground, proposal.target),
    proposal.about ?? '',
    closes,
    provedText(proposal),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** As it stands on the target: what the author changed about it is only proposed. */
async function templateOf({ git, repository }: HostGround, target: string): Promise<string> {
  const commit = await commitOf(git, repository, `refs/heads/${target}`);
  for (const path of commit === null ? [] : TEMPLATES) {
    const found = await git.try(repository, ['cat-file', 'blob', `${commit}:${path}`]);
    if (found.code === 0) return found.stdout.slice(0, TEMPLATE_LIMIT).trim();
  }
  return '';
}

function provedText({ identifier, evidence, head }: Proposal): string {
  const checks = evidence.results.map(({ command, exitCode }) => `- \`${command}\` ended with ${exitCode}`);
  const proved =
    checks.length === 0 ? 'No checks are configured.' : `Proved on ${head}:\n${checks.join('\n')}`;
  return `Made by Symphony for ${identifier}. ${proved}`;
}

/** The keyword GitHub knows; only for issues of the same GitHub. */
function closingLine({ slug, github }: HostGround, url: string | null): string {
  const found = url === null ? null : /^https?:\/\/([^/]+)\/([^/]+)\/([^/]+)\/issues\/(\d+)$/.exec(url);
  if (!found) return '';
  const [, host = '', owner = '', repo = '', number = ''] = found;
  const here = new URL(github.endpoint).host;
  if (host !== here && `api.${host}` !== here) return '';
  return `Closes ${sameSlug(slug, { owner, repo }) ? '' : `${owner}/${repo}`}#${number}`;
}

const sameSlug = (a: Slug, b: Slug): boolean =>
  a.owner.toLowerCase() === b.owner.toLowerCase() && a.repo.toLowerCase() === b.repo.toLowerCase();
