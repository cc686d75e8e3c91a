import type { Browser, Page } from 'playwright-core';

/** One task of a page's main thread: for so long nothing else of the page could happen. */
export interface Task {
  readonly ms: number;
  /** Of it, how long the thread was at work; the rest it waited for a processor. */
  readonly workedMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What browsers call a long task. */
const LONG_MS = 50;
const MICROSECONDS = 1000;

/** The long tasks of every page of this browser while `what` happened, as its own tracing tells them. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  what: () => Promise<unknown>,
): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  try {
    await what();
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  return longTasksOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
}

function longTasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => thread(event)),
  );
  if (pages.size === 0) throw new Error('the trace of the browser names no page');
  return events
    .filter((event) => event.ph === 'X' && event.name.endsWith('::RunTask') && pages.has(thread(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / MICROSECONDS, workedMs: tdur / MICROSECONDS }))
    .filter(({ ms }) => ms >= LONG_MS);
}
