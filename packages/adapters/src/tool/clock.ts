import { type Clock, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, text } from './define.ts';
import { isoIn, isZone } from './zone.ts';

export const clockTool = ({
  clock,
  zone: own,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly zone: string;
}): Tool =>
  defineTool<{ zone?: string }>({
    name: 'clock.now',
    description: 'Tells date, time and weekday, here or in another time zone.',
    permissions: ['read'],
    input: fields({ 'zone?': text('For example `Asia/Tokyo`; the own one unless told.') }),
    run: ({ zone = own }) => {
      if (!isZone(zone))
        throw new ToolError(`There is no time zone \`${zone}\`.`, {
          code: 'E1001',
          guidance: 'Name it by continent and city, such as `Europe/Berlin`.',
        });
      const now = clock.now();
      const weekday = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'long' }).format(now);
      return { time: isoIn(now, zone), weekday, zone };
    },
  });
