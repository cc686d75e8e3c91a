import type { AgentEvent, Entry, LogEvent } from '@symphony/domain';

/** A log of one item, written as it would be recorded: a second apart, numbered. */
export class Log {
  readonly entries: Entry[] = [];

  add(event: LogEvent, afterMs = 1_000): this {
    const last = this.entries.at(-1);
    this.entries.push({ seq: (last?.seq ?? 0) + 1, at: (last?.at ?? 0) + afterMs, event });
    return this;
  }

  run(attempt = 1, player = 'ada'): this {
    return this.add({ type: 'run-started', item: 'i', run: `r${attempt}`, attempt, player, reservedUsd: 0 });
  }

  turn(turn: number, steering?: string): this {
    return this.add({
      type: 'turn-started',
      item: 'i',
      run: 'r1',
      turn,
      kind: turn === 1 ? 'first' : 'steered',
      ...(steering !== undefined && { steering }),
    });
  }

  says(event: AgentEvent, afterMs?: number): this {
    return this.add({ type: 'agent-reported', item: 'i', run: 'r1', event }, afterMs);
  }

  tool(id: string, ok = true, ms = 1_000): this {
    this.says({ type: 'tool-started', id, name: 'Bash', summary: `run ${id}` });
    return this.says({ type: 'tool-ended', id, ok, summary: `did ${id}` }, ms);
  }
}
