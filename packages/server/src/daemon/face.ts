import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failureOf, PortError, sayFailure } from '@symphony/domain';
import type { LoadedConfig } from '../config/index.ts';
import type { HttpFace, HttpOptions } from '../http/index.ts';
import { readToken } from '../melody/triggers/webhook/token.ts';
import type { Workplace } from '../workplace.ts';

/** Where the workbench is built to. It need not be there. */
export const WORKBENCH_ASSETS = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Where the workbench is looked for when nobody says; the next free port where it is taken. */
const USUAL_PORT = 4780;

/** One for everything that lets itself in over HTTP: the workbench, programs, webhooks of melodies. */
const tokenFile = (workplace: Workplace): string => join(workplace.run, 'token');

/** The HTTP face as a conductor has it: open, switched off, or closed because of some trouble. */
export interface Face {
  /** Without the token; null while it is not open. */
  readonly url: string | null;
  /** What a browser opens. The token stands in the fragment, which no browser sends to anybody. */
  readonly workbench: string | null;
  /** Why it is not open although it should be, with the next step. */
  readonly trouble: string | null;
  stop(): Promise<void>;
}

export interface FaceOptions
  extends Pick<HttpOptions, 'client' | 'artifacts' | 'version' | 'clock' | 'warn' | 'webhooks'> {
  readonly workplace: Workplace;
  readonly loaded: LoadedConfig;
  /** Instead of the configured one; it opens the face also where that is switched off. */
  readonly port: number | null;
}

const CLOSED = { url: null, workbench: null, trouble: null, stop: async () => undefined } as const;

/** Opens it as configured. Never rejects: work goes on without a workbench, and says why there is none. */
export async function openFace(options: FaceOptions): Promise<Face> {
  if (!options.loaded.config.http.enabled && options.port === null) return CLOSED;
  try {
    const token = readToken(tokenFile(options.workplace));
    const { url, close } = await openAnywhere(options, token);
    return { url, workbench: `${url}/#token=${token}`, trouble: null, stop: close };
  } catch (error) {
    const trouble = sayFailure(failureOf(error));
    options.warn(`There is no workbench: ${trouble}`);
    return { ...CLOSED, trouble };
  }
}

/** A port somebody chose is that one or none; otherwise any is better than none. */
async function openAnywhere(options: FaceOptions, token: string): Promise<HttpFace> {
  const { workplace, loaded, port: asked, ...rest } = options;
  const { openHttp } = await import('../http/index.ts');
  const { host, names } = loaded.config.http;
  const port = asked ?? loaded.config.http.port;
  const { password } = loaded.outward;
  const open = (wanted: number, exact: boolean): Promise<HttpFace> =>
    openHttp({
      ...rest,
      instance: workplace.instance,
      repository: basename(workplace.root),
      host,
      port: wanted,
      exact,
      token,
      password,
      names,
      assets: WORKBENCH_ASSETS,
    });
  if (port !== null) return open(port, true);
  try {
    return await open(USUAL_PORT, false);
  } catch (error) {
    if (error instanceof PortError && error.failure.code === 'unavailable') return open(0, true);
    throw error;
  }
}
