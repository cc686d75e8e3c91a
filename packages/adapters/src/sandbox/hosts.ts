import { BlockList, isIP } from 'node:net';
import { PortError } from '@symphony/domain';

/** Which hosts a run may reach. Pure: text in, decisions out. */

export interface HostRule {
  /** Lower case, without brackets and without `*.`. */
  readonly name: string;
  /** True for `*.name`: everything below it, the name itself not. */
  readonly below: boolean;
  /** Null: any port. */
  readonly port: number | null;
}

/** A port of this machine that the run reaches under the same number. */
export interface LoopbackPort {
  readonly host: string;
  readonly port: number;
}

/** Addresses of this machine itself, whatever its name. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addSubnet('0.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addAddress('::', 'ipv6');

/** Addresses on its own wire: in a cloud, what gives out its keys. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** Below this number only a privileged process may listen, and the sandbox has no privileges. */
const FIRST_FREE_PORT = 1024;

export function readHostRules(texts: readonly string[]): HostRule[] {
  return texts.map(readHostRule);
}

function readHostRule(text: string): HostRule {
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:/*@[\]]+)(?::(\d{1,5}))?$/i.exec(text.trim());
  if (match?.[2] === undefined) throw unreadable(text);
  const rule: HostRule = {
    name: plainHost(match[2]),
    below: match[1] !== undefined,
    port: match[3] === undefined ? null : Number(match[3]),
  };
  if (rule.port !== null && (rule.port < 1 || rule.port > 65_535)) throw unreadable(text);
  if (isLoopbackName(rule.name)) checkLoopback(rule, text);
  return rule;
}

function checkLoopback(rule: HostRule, text: string): void {
  if (!rule.below && rule.port !== null && rule.port >= FIRST_FREE_PORT) return;
  throw new PortError({
    code: 'invalid',
    message: `The host ${text} is this machine itself, of which only single ports from ${FIRST_FREE_PORT} on can be reached.`,
    nextStep: 'Name it with its port, for example localhost:11434.',
  });
}

const unreadable = (text: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `The host ${JSON.stringify(text)} cannot be read.`,
    nextStep: 'Write it as name, *.name or name:port, without https:// and without a path.',
  });

/** How a host is compared: names are alike in any case, with or without their last dot. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || contains(LOOPBACK, host);

/** Addresses that a name on the list must not lead to: only their owner could have meant that. */
export const isOwnAddress = (address: string): boolean =>
  contains(LOOPBACK, address) || contains(LINK_LOCAL, address);

function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Names of this machine are one and the same: what counts is the port. */
export function isAllowed(rules: readonly HostRule[], host: string, port: number): boolean {
  const name = plainHost(host);
  const own = isLoopbackName(name);
  return rules.some(
    (rule) =>
      (rule.port === null || rule.port === port) &&
      (own ? isLoopbackName(rule.name) : rule.below ? name.endsWith(`.${rule.name}`) : name === rule.name),
  );
}

/** The ports of this machine that are let through, each once. */
export function loopbackPorts(rules: readonly HostRule[]): LoopbackPort[] {
  const byPort = new Map<number, LoopbackPort>();
  for (const { name, port } of rules) {
    if (port !== null && isLoopbackName(name) && !byPort.has(port)) byPort.set(port, { host: name, port });
  }
  return [...byPort.values()];
}
