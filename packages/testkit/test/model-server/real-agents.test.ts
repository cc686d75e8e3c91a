import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { openStage, type Stage } from '../../src/agent-scenarios.ts';
import { scriptText } from '../../src/model-server/index.ts';
import { type RealAgentName, realAgent } from '../../src/real-agent.ts';

/** Each agent's own command line, so that what is tested is the server and not an adapter. */
const WAYS: Readonly<Record<RealAgentName, (stage: Stage, prompt: string) => Way>> = {
  claude: ({ server }, prompt) => ({
    args: [
      '-p',
      prompt,
      '--output-format',
      'json',
      '--permission-mode',
      'acceptEdits',
      '--allowedTools',
      'Bash',
    ],
    env: {
      ANTHROPIC_BASE_URL: server.base(),
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    files: {},
  }),
  codex: ({ server }, prompt) => ({
    args: ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', prompt],
    env: { LAB_KEY: 'test-key' },
    files: {
      '.codex/config.toml': `model = "gpt-5.4"
model_provider = "lab"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.lab]
name = "lab"
base_url = "${server.base()}/v1"
env_key = "LAB_KEY"
wire_api = "responses"
`,
    },
  }),
  opencode: ({ server }, prompt) => ({
    args: ['run', '--format', 'json', prompt],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'lab/lab-model',
        small_model: 'lab/lab-model',
        enabled_providers: ['lab'],
        provider: {
          lab: {
            npm: '@ai-sdk/openai-compatible',
            name: 'lab',
            options: { baseURL: `${server.base()}/v1`, apiKey: 'test-key' },
            models: { 'lab-model': { name: 'lab-model', limit: { context: 128_000, output: 8_000 } } },
          },
        },
      }),
    },
  }),
  gemini: ({ server }, prompt) => ({
    args: ['-p', prompt, '--yolo', '--skip-trust', '-o', 'stream-json'],
    env: { GEMINI_API_KEY: 'test-key', GOOGLE_GEMINI_BASE_URL: server.base() },
    files: {
      '.gemini/settings.json': JSON.stringify({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    },
  }),
};

interface Way {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Below HOME. */
  readonly files: Readonly<Record<string, string>>;
}

let stage: Stage | null = null;
afterEach(async () => {
  await stage?.close();
  stage = null;
});

const SCRIPT = scriptText([
  { write: { path: 'hello.txt', text: 'hello\n' } },
  { run: 'git add --all && git commit --quiet --message "Say hello"' },
  { say: 'All done' },
]);

test.for(Object.keys(WAYS) as RealAgentName[])(
  'the real %s plays a script to its commit',
  { timeout: 120_000 },
  async (name, { skip }) => {
    const real = realAgent(name);
    if ('reason' in real) return skip(real.reason);
    stage = await openStage();
    const { args, env, files } = WAYS[name](stage, `Please do this.\n${SCRIPT}`);
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(stage.home, file)), { recursive: true });
      await writeFile(join(stage.home, file), content);
    }
    const begun = performance.now();
    const child = spawn(real.path, args, {
      cwd: stage.repository.path,
      env: { ...stage.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 100_000,
      killSignal: 'SIGKILL',
    });
    const [said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    expect(await stage.repository.git('log', '--format=%s'), said).toBe('Say hello\nFirst commit');
    expect(await stage.repository.read('hello.txt', 'HEAD')).toBe('hello');
    const asked = stage.server.requests.filter(({ side }) => !side);
    expect(asked.map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(said).toContain('All done');
  },
);
