import { createHash } from 'node:crypto';
import { ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FinishedSpan } from './span-book.ts';

export interface ExporterOptions {
  readonly endpoint: string;
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Names this repository, so that runs of two of them are never one trace. */
  readonly instance: string;
  readonly warn: (message: string) => void;
}

export interface SpanSink {
  take(span: FinishedSpan): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 5_000;
/** Agents write long lines; a trace is no place to keep them. */
const LONGEST_VALUE = 500;

/** Sends spans by OTLP over HTTP. The only file that knows the OpenTelemetry SDK. */
export function openExporter(options: ExporterOptions): SpanSink {
  const { instance, version, service } = options;
  let next = { traceId: '', spanId: '' };
  const exporter = complaining(
    new OTLPTraceExporter({
      url: tracesAt(options.endpoint),
      headers: { ...options.headers },
      timeoutMillis: PATIENCE_MS,
    }),
    options.warn,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: PATIENCE_MS })],
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    // By the key and not by chance: what a restart cuts in two still is one trace.
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
  });
  const tracer = provider.getTracer('symphony', version);
  return {
    take({ key, parent, run, name, startedAt, endedAt, ok, attributes }) {
      const traceId = idOf(`${instance}/${run}`, 32);
      next = { traceId, spanId: idOf(`${instance}/${key}`, 16) };
      const around =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId,
              spanId: idOf(`${instance}/${parent}`, 16),
              traceFlags: TraceFlags.SAMPLED,
            });
      const named = Object.entries({ run, ...attributes }).map(([each, value]) => [
        `symphony.${each}`,
        value,
      ]);
      const span = tracer.startSpan(
        name,
        { startTime: startedAt, attributes: Object.fromEntries(named) },
        around,
      );
      if (ok !== null) span.setStatus({ code: ok ? SpanStatusCode.OK : SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    // What could not be sent at the end has been complained of below.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** All zeros would be no id; a hash of anything never is in practice. */
const idOf = (name: string, digits: number): string =>
  createHash('sha256').update(name).digest('hex').slice(0, digits);

/** People give the collector's address, with or without the place for traces. */
function tracesAt(endpoint: string): string {
  const url = new URL(endpoint);
  if (!/\/v1\/traces\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** Work goes on without traces. Said once until they arrive again, and without the address. */
function complaining(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !failing) warn('Traces could not be sent; check `telemetry.endpoint` and its headers.');
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
