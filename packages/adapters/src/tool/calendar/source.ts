import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type StopSignal, ToolError } from '@symphony/domain';
import { abortSignalOf } from '../define.ts';
import type { NewEvent } from './writing.ts';

/** Where a calendar is kept: a file, or an address that speaks CalDAV, or one that gives a file. */
export type CalendarSettings =
  | { readonly file: string }
  | { readonly url: string; readonly user?: string; readonly password?: string };

export interface CalendarSource {
  /** Calendars as text that hold at least what takes place between the two. */
  read(from: number, to: number, signal: StopSignal): Promise<readonly string[]>;
  add(event: NewEvent, signal: StopSignal): Promise<void>;
}

const PATIENCE_MS = 20_000;
const KEYS = '`runtime.calendar`';

export function calendarSource(settings: CalendarSettings): CalendarSource {
  if ('file' in settings) return fileSource(settings.file);
  return new URL(settings.url).pathname.endsWith('.ics') ? feedSource(settings) : davSource(settings);
}

const fileSource = (file: string): CalendarSource => ({
  read: async () => [await textIn(file)],
  add: async (event) => {
    const { addedTo } = await import('./writing.ts');
    const text = addedTo(await textIn(file), event);
    await mkdir(dirname(file), { recursive: true });
    // All or nothing: a calendar is not to be lost to a full disk.
    const beside = `${file}.${randomUUID()}.tmp`;
    try {
      const handle = await open(beside, 'wx');
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, file);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  },
});

const textIn = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

type Address = Extract<CalendarSettings, { readonly url: string }>;

function headersOf({ user, password }: Address): Record<string, string> {
  if (user === undefined && password === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}` };
}

const feedSource = (address: Address): CalendarSource => ({
  read: (_from, _to, signal) =>
    reached(address, signal, async (stop) => {
      const answer = await fetch(address.url, { headers: headersOf(address), signal: stop });
      if (!answer.ok) throw refusal(answer.status);
      return [await answer.text()];
    }),
  add: () => {
    throw new ToolError('This calendar can only be read: it is a published file.', {
      code: 'E2001',
      guidance: `Tell the person to set the address of the CalDAV collection in ${KEYS} in .symphony/symphony.yaml.`,
    });
  },
});

const davSource = (address: Address): CalendarSource => ({
  read: (from, to, signal) =>
    reached(address, signal, async (stop) => {
      const { fetchCalendarObjects } = await import('tsdav');
      const objects = await fetchCalendarObjects({
        calendar: { url: address.url },
        timeRange: { start: new Date(from).toISOString(), end: new Date(to).toISOString() },
        headers: headersOf(address),
        useMultiGet: false,
        urlFilter: () => true,
        fetchOptions: { signal: stop },
      });
      return objects.map(({ data }) => String(data ?? ''));
    }),
  add: (event, signal) =>
    reached(address, signal, async (stop) => {
      const [{ createCalendarObject }, { calendarWith }] = await Promise.all([
        import('tsdav'),
        import('./writing.ts'),
      ]);
      const answer = await createCalendarObject({
        calendar: { url: address.url },
        filename: `${event.uid}.ics`,
        iCalString: calendarWith(event),
        headers: headersOf(address),
        fetchOptions: { signal: stop },
      });
      if (!answer.ok) throw refusal(answer.status);
    }),
});

async function reached<T>(
  address: Address,
  signal: StopSignal,
  ask: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = abortSignalOf(signal);
  try {
    return await ask(AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    // What a library says may quote the request.
    const status = /\b(401|403|404)\b/.exec(String((error as Error).message))?.[1];
    if (status !== undefined) throw refusal(Number(status));
    throw new ToolError(`The calendar did not answer at ${new URL(address.url).host}.`, {
      code: 'E7001',
      guidance: 'Try again in a moment.',
      retryable: true,
    });
  } finally {
    stop.release();
  }
}

function refusal(status: number): ToolError {
  if (status === 401 || status === 403 || status === 404)
    return new ToolError(
      status === 404
        ? 'There is no calendar at this address.'
        : `The calendar does not let us in (${status}).`,
      {
        code: 'E2001',
        guidance: `Tell the person to check ${KEYS} in .symphony/symphony.yaml.`,
      },
    );
  return new ToolError(`The calendar answered ${status}.`, {
    code: 'E7001',
    guidance: 'Try again in a moment.',
    retryable: status >= 500 || status === 429,
  });
}
