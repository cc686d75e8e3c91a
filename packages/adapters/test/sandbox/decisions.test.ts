import { describe, expect, test } from 'vitest';
import { bubblewrapArguments } from '../../src/sandbox/bubblewrap.ts';
import { isAllowed, loopbackPorts, readHostRules } from '../../src/sandbox/hosts.ts';
import { type Ground, layoutOf } from '../../src/sandbox/layout.ts';
import { upstreamFor, upstreamOf } from '../../src/sandbox/proxy-environment.ts';
import { refusalIn } from '../../src/sandbox/refusal.ts';
import { seatbeltProfile } from '../../src/sandbox/seatbelt.ts';

const ground: Ground = {
  hidden: ['/home', '/run', '/home/ann/code/.symphony'],
  scratch: ['/tmp', '/home/ann'],
  visible: ['/home/ann/code'],
  writable: ['/home/ann/code/.symphony/chambers/a', '/home/ann/code/.git', '/home/ann/.agent'],
  readOnly: ['/home/ann/code/.git/hooks', '/home/ann/code/.git/modules/part/config'],
  programs: ['/home/ann/.agent/bin', '/home/ann/.nvm/v20', '/usr/local/bin'],
  links: [
    { path: '/home/ann/current', target: '.nvm/v20' },
    { path: '/usr/bin/editor', target: '/etc/alternatives/editor' },
  ],
};

describe('a layout', () => {
  const layers = layoutOf(ground);

  test('puts what lies deeper on top', () => {
    const lines = layers.map((layer) => `${layer.kind} ${layer.path}`);
    expect(lines).toEqual([
      'hidden /home',
      'hidden /run',
      'hidden /tmp',
      'hidden /home/ann',
      'read /home/ann/code',
      'write /home/ann/.agent',
      'link /home/ann/current',
      'hidden /home/ann/code/.symphony',
      'write /home/ann/code/.git',
      'read /home/ann/.nvm/v20',
      'read /home/ann/code/.git/hooks',
      'write /home/ann/code/.git/modules',
      'write /home/ann/code/.symphony/chambers/a',
      'write /home/ann/code/.git/modules/part',
      'read /home/ann/code/.git/modules/part/config',
    ]);
  });

  test('never hides everything', () => {
    expect(layoutOf({ ...ground, scratch: ['/'] }).map((layer) => layer.path)).not.toContain('/');
  });

  test('as a command line of bubblewrap', () => {
    const args = bubblewrapArguments({
      isolation: ['--unshare-user'],
      layers,
      sockets: '/tmp/sockets',
      cwd: '/home/ann/code',
      ownSession: true,
    });
    expect(args.join(' ')).toBe(
      '--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net --die-with-parent --new-session' +
        ' --cap-drop ALL --ro-bind / / --dev /dev --proc /proc' +
        ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'sysrq-trigger']
          .map((name) => ` --ro-bind-try /proc/${name} /proc/${name}`)
          .join('') +
        ' --tmpfs /home --tmpfs /run --tmpfs /tmp' +
        ' --tmpfs /home/ann --ro-bind /home/ann/code /home/ann/code --bind /home/ann/.agent /home/ann/.agent' +
        ' --symlink .nvm/v20 /home/ann/current --tmpfs /home/ann/code/.symphony' +
        ' --bind /home/ann/code/.git /home/ann/code/.git --ro-bind /home/ann/.nvm/v20 /home/ann/.nvm/v20' +
        ' --ro-bind /home/ann/code/.git/hooks /home/ann/code/.git/hooks' +
        ' --bind /home/ann/code/.git/modules /home/ann/code/.git/modules' +
        ' --bind /home/ann/code/.symphony/chambers/a /home/ann/code/.symphony/chambers/a' +
        ' --bind /home/ann/code/.git/modules/part /home/ann/code/.git/modules/part' +
        ' --ro-bind /home/ann/code/.git/modules/part/config /home/ann/code/.git/modules/part/config' +
        ' --ro-bind /tmp/sockets /run/symphony' +
        ' --remount-ro /home --remount-ro /run --remount-ro /home/ann/code/.symphony --chdir /home/ann/code --',
    );
  });

  test('as a profile of macOS', () => {
    const profile = seatbeltProfile({
      layers: layoutOf({
        hidden: ['/Users', '/Users/ann/code/.symphony'],
        scratch: ['/Users/ann'],
        visible: ['/Users/ann/code'],
        writable: ['/Users/ann/code/.symphony/a "b"', '/Users/ann/code/.git'],
        readOnly: ['/Users/ann/code/.git/hooks'],
        programs: [],
        links: [],
      }),
      ports: [4001, 11434],
    });
    expect(profile).toMatchInlineSnapshot(`
      "(version 1)
      (allow default)
      ; files: nothing is written but what is named
      (deny file-write*)
      (allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (literal "/dev/urandom") (literal "/dev/random"))
      (allow file-write* file-ioctl (regex #"^/dev/ttys[0-9]+$") (literal "/dev/ptmx"))
      (deny file-read* file-write* (subpath "/Users"))
      (deny file-read* file-write* (subpath "/Users/ann"))
      (allow file-read* (subpath "/Users/ann/code"))
      (deny file-write* (subpath "/Users/ann/code"))
      (deny file-read* file-write* (subpath "/Users/ann/code/.symphony"))
      (allow file-read* file-write* (subpath "/Users/ann/code/.git"))
      (allow file-read* file-write* (subpath "/Users/ann/code/.symphony/a \\"b\\""))
      (allow file-read* (subpath "/Users/ann/code/.git/hooks"))
      (deny file-write* (subpath "/Users/ann/code/.git/hooks"))
      ; the way to a visible folder may be walked, not listed
      (allow file-read-metadata)
      ; network: the proxy and the listed ports, and sockets in folders of its own
      (deny network*)
      (allow network-bind network-inbound (local ip "localhost:*"))
      (allow network-outbound (remote ip "localhost:4001"))
      (allow network-outbound (remote ip "localhost:11434"))
      (allow network* (subpath "/Users/ann/code/.git"))
      (allow network* (subpath "/Users/ann/code/.symphony/a \\"b\\""))
      ; processes: it may signal its own only
      (deny signal)
      (allow signal (target same-sandbox))
      "
    `);
  });
});

describe('hosts', () => {
  const rules = readHostRules([
    'Example.com',
    '*.npmjs.org',
    'git.test:8443',
    'localhost:11434',
    '[::1]:9000',
  ]);

  test.each([
    ['example.com', 443, true],
    ['EXAMPLE.com.', 80, true],
    ['a.example.com', 443, false],
    ['notexample.com', 443, false],
    ['registry.npmjs.org', 443, true],
    ['a.b.npmjs.org', 443, true],
    ['npmjs.org', 443, false],
    ['evilnpmjs.org', 443, false],
    ['git.test', 8443, true],
    ['git.test', 443, false],
    ['127.0.0.1', 11434, true],
    ['localhost', 9000, true],
    ['[::1]', 11434, true],
    ['127.0.0.1', 22, false],
    ['localhost', 22, false],
    ['0.0.0.0', 11435, false],
    ['169.254.169.254', 11434, false],
    ['::ffff:127.0.0.1', 22, false],
    ['93.184.216.34', 443, false],
    ['0x7f000001', 22, false],
  ])('%s:%i → %s', (host, port, allowed) => {
    expect(isAllowed(rules, host, port)).toBe(allowed);
  });

  test('ports of this machine are forwarded one to one', () => {
    expect(loopbackPorts(rules)).toEqual([
      { host: 'localhost', port: 11434 },
      { host: '::1', port: 9000 },
    ]);
  });
});

describe('the way of the person to the network', () => {
  const upstream = upstreamOf({
    https_proxy: 'proxy.test:8080',
    HTTP_PROXY: 'http://plain.test:80',
    NO_PROXY: '.corp.test, *.other.test,exact.test:9000',
  });

  test.each([
    ['a.test', 443, true, 'http://proxy.test:8080'],
    ['a.test', 80, false, 'http://plain.test:80'],
    ['git.corp.test', 443, true, null],
    ['corp.test', 443, true, null],
    ['x.other.test', 443, true, null],
    ['exact.test', 9000, true, null],
    ['exact.test', 443, true, 'http://proxy.test:8080'],
    ['notcorp.test', 443, true, 'http://proxy.test:8080'],
  ])('%s:%i (encrypted: %s) goes by %s', (host, port, encrypted, expected) => {
    expect(upstreamFor(upstream, { host, port, encrypted })).toBe(expected);
  });

  test('there is none when none is named', () => {
    expect(upstreamFor(upstreamOf({}), { host: 'a.test', port: 443, encrypted: true })).toBeNull();
  });
});

describe('a refusal is recognised', () => {
  test.each([
    ['sh: 1: cannot create /etc/x: Read-only file system', /write outside/],
    ["Error: EROFS: read-only file system, open '/usr/x'", /write outside/],
    ['error: could not write config file .git/config: Device or resource busy', /hooks or configuration/],
    ['curl: (56) CONNECT tunnel failed, response 403', /network host/],
    ["fatal: unable to access 'https://x/': Received HTTP code 403 from proxy after CONNECT", /network host/],
    ['RequestAbortedError [AbortError]: Proxy response (403) !== 200 when HTTP Tunneling', /network host/],
    ['The sandbox refused evil.test: it is not among the hosts this run may reach.', /evil\.test\.$/],
    ['curl: (6) Could not resolve host: pypi.org', /pypi\.org/],
    ['ssh: Could not resolve hostname github.com: Temporary failure', /github\.com/],
    ['Error: getaddrinfo EAI_AGAIN registry.npmjs.org', /registry\.npmjs\.org/],
    ['connect ENETUNREACH 1.2.3.4:443', /proxy/],
    ['kill: (1): Operation not permitted', /not permitted/],
  ])('in %s', (text, sentence) => {
    expect(refusalIn(text)).toMatch(sentence);
  });

  test.each(['3 tests failed', 'HTTP 403 from the API', 'permission denied by policy', ''])(
    'but not in %j',
    (text) => {
      expect(refusalIn(text)).toBeNull();
    },
  );
});
