import type { Entry, ItemId, Store } from '@symphony/domain';
import type { ExporterOptions } from './exporter.ts';
import { RECALLED_TYPES, SpanBook } from './span-book.ts';

export interface TelemetryOptions extends ExporterOptions {
  readonly store: Pick<Store, 'read'>;
  /** Items with something going on: what began before a restart is taken up again. */
  readonly live: Iterable<ItemId>;
}

export interface Telemetry {
  hear(entry: Entry): void;
  stop(): Promise<void>;
}

/** Tells a collector of every run, turn, tool, proof and merge when it is over. The SDK is loaded here and not before. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { openExporter } = await import('./exporter.ts');
  const sink = openExporter(options);
  const book = new SpanBook();
  for (const item of options.live)
    for (const entry of options.store.read(0, Number.MAX_SAFE_INTEGER, { item, types: RECALLED_TYPES }))
      book.hear(entry); // told before the restart
  return {
    hear(entry) {
      for (const span of book.hear(entry)) sink.take(span);
    },
    stop: () => sink.close(),
  };
}
