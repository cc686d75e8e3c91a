/**
 * Recognises in a tool's output that the sandbox refused something. The words are those of the
 * tools, so this can only guess: it explains a failure, and decides nothing.
 */

interface Sign {
  readonly pattern: RegExp;
  readonly say: (found: string | undefined) => string;
}

const host = (found: string | undefined): string => found ?? 'a host';

const SIGNS: readonly Sign[] = [
  {
    pattern: /The sandbox refused ([^\s:]+):/,
    say: (name) => `The sandbox refused the network host ${host(name)}.`,
  },
  {
    pattern:
      /(?:CONNECT tunnel failed, response 403|Received HTTP code 403 from proxy|Proxy response \(403\)|tunneling socket could not be established, statusCode=403|Proxy CONNECT aborted|Tunnel.*\b403\b)/i,
    say: () => 'The sandbox refused a network host that this run may not reach.',
  },
  {
    pattern: /Could not resolve host(?:name)?:? ["']?([\w.-]*\w)/i,
    say: (name) => `The sandbox has no way to ${host(name)} but its proxy, which this tool did not use.`,
  },
  {
    pattern: /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]*\w)/,
    say: (name) => `The sandbox has no way to ${host(name)} but its proxy, which this tool did not use.`,
  },
  {
    pattern:
      /(?:Temporary failure in name resolution|Name or service not known|nodename nor servname provided)/i,
    say: () => 'The sandbox has no way to the network but its proxy, which this tool did not use.',
  },
  {
    pattern:
      /(?:Failed to connect to (?:127\.0\.0\.1|localhost|::1) port|ECONNREFUSED (?:127\.0\.0\.1|::1):)\s*(\d+)/i,
    say: (port) =>
      `Port ${port} of this machine is not reached from the sandbox, which has ports of its own (sandbox.hosts lets one through).`,
  },
  {
    pattern: /(?:Network is unreachable|ENETUNREACH)/i,
    say: () => 'The sandbox has no way to the network but its proxy, which this tool did not use.',
  },
  {
    pattern: /(?:Read-only file system|EROFS)\b/i,
    say: () => 'The sandbox refused to write outside the chamber and the folders of this run.',
  },
  {
    pattern: /(?:Device or resource busy|EBUSY).*\.git\b|\.git\b.*(?:Device or resource busy|EBUSY)/i,
    say: () => "The sandbox refused to change git's hooks or configuration.",
  },
  {
    pattern: /(?:Operation not permitted|\bEPERM\b)/,
    say: () => 'The sandbox refused an operation that is not permitted in it.',
  },
];

/** One sentence about what was refused, or null when nothing speaks for it. */
export function refusalIn(text: string): string | null {
  for (const { pattern, say } of SIGNS) {
    const match = pattern.exec(text);
    if (match !== null) return say(match[1]);
  }
  return null;
}
