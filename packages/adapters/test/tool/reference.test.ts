import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import {
  chamberTools,
  clockTool,
  dailyTools,
  documentTool,
  notificationTool,
  webFetchTool,
} from '@symphony/adapters/tool';
import { expect, test } from 'vitest';

test('R5 the reference tells of every built-in tool, and of its permissions', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/runtime-tools.md'), 'utf8');
  const given = { cabinet: new MemoryCabinet(), clock: { now: () => 0 }, names: String, zone: 'UTC' };
  const tools = [
    ...chamberTools({ root: import.meta.dirname, env: {} }),
    ...dailyTools({ ...given, calendar: null, weather: null, search: null, home: null }),
    clockTool(given),
    documentTool({ root: import.meta.dirname }),
    notificationTool,
    webFetchTool(),
  ];
  for (const { name, permissions = [] } of tools) {
    const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    expect(row, name).toBeDefined();
    const [, names = '', said = ''] = row?.split('|') ?? [];
    const all = names.split(',').map((each) => each.replaceAll('`', '').trim());
    const parts = said.split(';');
    const own = parts.length > 1 ? parts[all.indexOf(name)] : said;
    expect(
      own
        ?.split(',')
        .map((each) => each.trim())
        .toSorted(),
      name,
    ).toEqual([...permissions].toSorted());
  }
});
