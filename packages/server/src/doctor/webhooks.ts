import { isLoopback, type ProjectConfig } from '../config/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const NAME = 'webhooks';
const SOURCES = [
  ['github', 'GitHub'],
  ['linear', 'Linear'],
] as const;

/** Whether a tracker could tell us anything: with which secret, and by which way. Nothing is sent to find out. */
export function checkWebhooks({ webhooks, http, polling }: ProjectConfig): Finding[] {
  const { unsigned } = webhooks;
  const heard = SOURCES.filter(([key]) => unsigned || webhooks[key].secret !== null);
  if (heard.length === 0) {
    const every = `${polling.interval / 1_000} s`;
    return [ok(NAME, `No tracker tells Symphony anything by itself; it is asked every ${every}.`)];
  }
  if (!http.enabled)
    return [
      problem(
        NAME,
        'Webhooks are set up and nobody can send one: the HTTP interface is switched off.',
        'Set `http.enabled` to true, or take the secrets out of `webhooks`.',
      ),
    ];
  const bare = SOURCES.filter(([key]) => unsigned && webhooks[key].secret === null).map(([, title]) => title);
  const loud = warning(
    NAME,
    `UNSIGNED WEBHOOKS ARE HEARD: whoever reaches this machine can speak for ${bare.join(' and ')}.`,
    'Set a secret for each tracker under `webhooks`, and take `webhooks.unsigned` out.',
  );
  return [...(bare.length > 0 ? [loud] : []), ...heard.map(([key, title]) => reach(http, key, title))];
}

/** Where it is heard, and what stands between that and the tracker. */
function reach({ host, port, names }: ProjectConfig['http'], key: string, title: string): Finding {
  const path = `/api/v1/webhooks/${key}`;
  const [name] = names;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 4780}${path}`;
  const moves = port === null ? ' (or the next free port, unless `http.port` names one)' : '';
  if (name !== undefined)
    return ok(
      NAME,
      `${title} is heard at ${local}${moves}; outside it is https://${name}${path} if that leads here.`,
    );
  if (isLoopback(host))
    return warning(
      NAME,
      `${title} is heard at ${local}${moves}, which only this machine can reach.`,
      'Lead a tunnel or a proxy there and put its name into `http.names`; a forwarder that calls 127.0.0.1 itself needs no name.',
    );
  return warning(
    NAME,
    `${title} is heard at ${local}${moves}, and only under that very name.`,
    'Put the name that the tracker calls into `http.names`.',
  );
}
