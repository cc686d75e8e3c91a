/**
 * Signals that ask the program to end, counted so that the second can mean "now" (C10).
 *
 * When the launcher had to start another Node, it tells this process of the signals it gets itself
 * (see bin/symphony.mjs). A signal to the whole process group then arrives twice, one to the
 * launcher alone once; the larger of the two counts is how often the person asked.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export const FORWARDED = 'symphony-forwarded-signal';

/** Calls back with 1, 2, … Returns how to stop listening. */
export function onInterrupts(call: (count: number) => void): () => void {
  let direct = 0;
  let forwarded = 0;
  let told = 0;
  const tell = () => {
    const asked = Math.max(direct, forwarded);
    if (asked <= told) return;
    told = asked;
    call(asked);
  };
  const onDirect = () => {
    direct += 1;
    tell();
  };
  const onForwarded = () => {
    forwarded += 1;
    tell();
  };
  const emitter: NodeJS.EventEmitter = process;
  for (const signal of SIGNALS) emitter.on(signal, onDirect);
  emitter.on(FORWARDED, onForwarded);
  return () => {
    for (const signal of SIGNALS) emitter.off(signal, onDirect);
    emitter.off(FORWARDED, onForwarded);
  };
}
