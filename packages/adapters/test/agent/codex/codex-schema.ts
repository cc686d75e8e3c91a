import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Recorded } from './recordings.ts';

/** What codex answers to each of our requests, and we to each of its own, by the name of its schema. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'v1/InitializeResponse',
  'thread/start': 'v2/ThreadStartResponse',
  'thread/resume': 'v2/ThreadResumeResponse',
  'thread/backgroundTerminals/clean': 'v2/ThreadBackgroundTerminalsCleanResponse',
  'thread/backgroundTerminals/list': 'v2/ThreadBackgroundTerminalsListResponse',
  'turn/start': 'v2/TurnStartResponse',
  'turn/interrupt': 'v2/TurnInterruptResponse',
  'item/commandExecution/requestApproval': 'CommandExecutionRequestApprovalResponse',
  'item/fileChange/requestApproval': 'FileChangeRequestApprovalResponse',
  'item/permissions/requestApproval': 'PermissionsRequestApprovalResponse',
  'item/tool/requestUserInput': 'ToolRequestUserInputResponse',
  'item/tool/call': 'DynamicToolCallResponse',
  'mcpServer/elicitation/request': 'McpServerElicitationRequestResponse',
  execCommandApproval: 'ExecCommandApprovalResponse',
  applyPatchApproval: 'ApplyPatchApprovalResponse',
};

/** The protocol as the installed program itself describes it. */
export class CodexSchema {
  readonly #folder = mkdtempSync(join(tmpdir(), 'symphony-codex-schema-'));
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(program: string) {
    const out = ['--experimental', '--out', this.#folder];
    execFileSync(program, ['app-server', 'generate-json-schema', ...out], {
      env: { PATH: process.env.PATH ?? '', HOME: this.#folder },
      stdio: 'ignore',
      timeout: 30_000,
    });
  }

  /** Every message that is not as the schema says, with the reason. */
  faults(messages: readonly Recorded[]): string[] {
    const methods = new Map<string, string>();
    return messages.flatMap(({ dir, msg }) => {
      const asker = dir;
      const answerer = dir === '<' ? '>' : '<';
      if (typeof msg.method === 'string') {
        if ('id' in msg) methods.set(`${asker} ${msg.id}`, msg.method);
        return this.fault(schemaOfMessage(dir, 'id' in msg), msg);
      }
      if ('error' in msg) return this.fault('JSONRPCError', msg);
      const method = methods.get(`${answerer} ${msg.id}`) ?? 'nothing that was asked';
      const schema = RESULTS[method];
      return schema === undefined ? [`an answer to ${method}`] : this.fault(schema, msg.result);
    });
  }

  fault(name: string, value: unknown): string[] {
    const validate = this.#compiled.get(name) ?? this.#compile(name);
    if (validate(value)) return [];
    const [first] = validate.errors ?? [];
    return [`${name} ${first?.instancePath} ${first?.message}: ${JSON.stringify(value).slice(0, 300)}`];
  }

  #compile(name: string): ValidateFunction {
    const schema = JSON.parse(readFileSync(join(this.#folder, `${name}.json`), 'utf8'));
    // Its number formats (int64, uint16, …) are no concern of a reader of JSON.
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    this.#compiled.set(name, validate);
    return validate;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function schemaOfMessage(dir: Recorded['dir'], isRequest: boolean): string {
  if (dir === '>') return isRequest ? 'ClientRequest' : 'ClientNotification';
  return isRequest ? 'ServerRequest' : 'ServerNotification';
}
