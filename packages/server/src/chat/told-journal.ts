import type { Cabinet, Journal, RuntimeEvent } from '@symphony/domain';

/** The journal as the chats write it: without secrets, and heard by whoever watches. */
export const toldJournal = (
  journal: Journal,
  redact: <T>(value: T) => T,
  hear: (session: string, event: RuntimeEvent) => void,
): Journal => ({
  record(session, at, event) {
    const clean = redact(event);
    journal.record(session, at, clean);
    hear(session, clean);
  },
  written: () => journal.written(),
  read: (session, after, limit) => journal.read(session, after, limit),
  readAll: (after, limit, types) => journal.readAll(after, limit, types),
  sessions: (limit) => journal.sessions(limit),
  sessionsOf: (prefix) => journal.sessionsOf(prefix),
  close: () => journal.close(),
});

/** The same for the small records: memories and patterns are made of what people and tools said. */
export const cleanCabinet = (cabinet: Cabinet, redact: <T>(value: T) => T): Cabinet => ({
  get: (drawer, key, now) => cabinet.get(drawer, redact(key), now),
  put: (records) => cabinet.put(redact(records)),
  take: (drawer, keys) => cabinet.take(drawer, redact(keys)),
  list: (drawer, now, limit) => cabinet.list(drawer, now, limit),
  sweep: (now) => cabinet.sweep(now),
});
