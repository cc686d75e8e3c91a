import type { ToolServer } from '@symphony/domain';
import type { AcpAgent } from './agents.ts';
import { AUTH_REQUIRED } from './fault.ts';
import type { Peer } from './peer.ts';
import { at, type Fields, fieldsOf, listOf, type Outcome, type RpcError, textOf } from './wire.ts';

/** To load the program and look around, on a machine that is busy with something else. */
const LOADING_MS = 60_000;
/** To begin a session, which may mean to go to MCP servers first, or to tell a long history again. */
const SESSION_MS = 120_000;

/** The version of the protocol that is spoken here. */
const PROTOCOL_VERSION = 1;

export interface OpeningRequest {
  readonly agent: AcpAgent;
  readonly cwd: string;
  readonly model: string | null;
  readonly resume: string | null;
  readonly tools: ToolServer | null;
  readonly env: Readonly<Record<string, string>>;
}

export interface Opened {
  readonly sessionId: string;
  readonly version: string | null;
  readonly model: string | null;
  /** Why the session that was asked for could not be gone on with: this is another one. */
  readonly notResumed: string | null;
}

/** The agent answered a request of the opening with an error. */
export class OpeningRefused extends Error {
  readonly error: RpcError;
  constructor(method: string, error: RpcError) {
    super(`${method} was refused: ${error.message}`);
    this.name = 'OpeningRefused';
    this.error = error;
  }
}

/** From a fresh process to a session that waits for its first prompt. */
export async function openSession(peer: Peer, request: OpeningRequest): Promise<Opened> {
  const hello = must('initialize', await peer.ask('initialize', greeting(), LOADING_MS));
  const capabilities = fieldsOf(hello.agentCapabilities);
  const begun = await beginSession(peer, request, capabilities);
  await setMode(peer, request.agent, begun);
  return {
    sessionId: begun.sessionId,
    version: textOf(at(hello, 'agentInfo', 'version')),
    model: await setModel(peer, request.model, begun),
    notResumed: begun.notResumed,
  };
}

interface Begun {
  readonly sessionId: string;
  /** What the agent offers in this session. */
  readonly offer: Fields;
  readonly notResumed: string | null;
}

/** Files and terminals stay the agent's own: it works in the chamber, as its sandbox lets it. */
export const greeting = () => ({
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'symphony', title: 'Symphony', version: '0' },
});

async function beginSession(peer: Peer, request: OpeningRequest, capabilities: Fields): Promise<Begun> {
  const { cwd, resume, tools } = request;
  const place = { cwd, mcpServers: mcpServers(tools, capabilities) };
  let notResumed: string | null = null;
  if (resume !== null) {
    const resumed = await goOn(peer, resume, place, capabilities);
    if (resumed.ok) return { sessionId: resume, offer: resumed.result, notResumed: null };
    notResumed = resumed.error.message;
    const details = textOf(at(resumed.error.data, 'details'));
    if (details !== null) notResumed = details;
  }
  const offer = must('session/new', await beginNew(peer, request, place));
  const sessionId = textOf(offer.sessionId);
  if (sessionId !== null) return { sessionId, offer, notResumed };
  throw new OpeningRefused('session/new', { code: 0, message: 'it named no session', data: null });
}

/** An agent may have a key at hand and still want to be told to use it. */
async function beginNew(peer: Peer, { agent, env }: OpeningRequest, place: object): Promise<Outcome> {
  const begun = await peer.ask('session/new', place, SESSION_MS);
  const methodId = agent.authMethod(env);
  if (begun.ok || begun.error.code !== AUTH_REQUIRED || methodId === null) return begun;
  const authenticated = await peer.ask('authenticate', { methodId }, LOADING_MS);
  return authenticated.ok ? peer.ask('session/new', place, SESSION_MS) : authenticated;
}

/** `session/load` tells the history again, `session/resume` does not; whichever there is will do. */
async function goOn(
  peer: Peer,
  sessionId: string,
  place: { readonly cwd: string; readonly mcpServers: readonly object[] },
  capabilities: Fields,
): Promise<Outcome> {
  const params = { sessionId, ...place };
  if (capabilities.loadSession === true) return peer.ask('session/load', params, SESSION_MS);
  if (at(capabilities, 'sessionCapabilities', 'resume'))
    return peer.ask('session/resume', params, SESSION_MS);
  return { ok: false, error: { code: 0, message: 'it cannot go on with an earlier session', data: null } };
}

/** An agent that does not reach MCP servers over HTTP plays without the host's tools. */
function mcpServers(tools: ToolServer | null, capabilities: Fields): readonly object[] {
  if (tools === null || at(capabilities, 'mcpCapabilities', 'http') !== true) return [];
  const headers = [{ name: 'Authorization', value: `Bearer ${tools.token}` }];
  return [{ type: 'http', name: tools.name, url: tools.url, headers }];
}

/** A person's own settings may start the agent in a mode that does not ask. */
async function setMode(peer: Peer, { mode }: AcpAgent, { sessionId, offer }: Begun): Promise<void> {
  if (mode === null || at(offer, 'modes', 'currentModeId') === mode) return;
  const offered = listOf(at(offer, 'modes', 'availableModes')).some((each) => at(each, 'id') === mode);
  if (!offered) return;
  must('session/set_mode', await peer.ask('session/set_mode', { sessionId, modeId: mode }, LOADING_MS));
}

/** Which model plays in the end, as far as the agent tells. */
async function setModel(
  peer: Peer,
  model: string | null,
  { sessionId, offer }: Begun,
): Promise<string | null> {
  const option = listOf(offer.configOptions).find((each) => at(each, 'category') === 'model');
  const current = textOf(at(option, 'currentValue')) ?? textOf(at(offer, 'models', 'currentModelId'));
  if (model === null || model === current) return current;
  if (option !== undefined) {
    const choice = { sessionId, configId: at(option, 'id'), value: model };
    must('session/set_config_option', await peer.ask('session/set_config_option', choice, LOADING_MS));
  } else if (current !== null) {
    must('session/set_model', await peer.ask('session/set_model', { sessionId, modelId: model }, LOADING_MS));
  }
  return model;
}

function must(method: string, outcome: Outcome): Fields {
  if (outcome.ok) return outcome.result;
  throw new OpeningRefused(method, outcome.error);
}
