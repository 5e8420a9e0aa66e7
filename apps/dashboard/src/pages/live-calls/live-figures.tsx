import { Box } from '@mantine/core';
import type { Call, Page } from '@trunkline/client';
import { format } from '../../format';
import { Tiles } from '../../ui/layout/tiles';

const longestOf = (calls: readonly Call[]): string | null =>
  calls.length === 0 ? null : `Longest ${format.duration(Math.max(...calls.map(({ duration_s }) => duration_s)))}`;

const sumOf = (calls: readonly Call[], of: (call: Call) => number): number =>
  calls.reduce((sum, call) => sum + of(call), 0);

/** How many calls there are, by direction and by how far they have come, and the money that they hold. */
export function LiveFigures({ page: { items, next_cursor } }: { page: Page<Call> }) {
  if (items.length === 0) return null;
  const talking = items.filter(({ status }) => status === 'in_progress');
  const waiting = items.filter(({ status }) => status === 'routing' || status === 'ringing');
  const inbound = items.filter(({ direction }) => direction === 'inbound').length;
  // Figures of the first calls of many are at least so high.
  const atLeast = next_cursor === null ? '' : '+';
  return (
    <Box mb="lg">
      <Tiles
        tiles={[
          [
            'In progress',
            format.count(items.length) + atLeast,
            `${format.count(inbound)} inbound, ${format.count(items.length - inbound)} outbound`,
          ],
          ['Talking', format.count(talking.length) + atLeast, longestOf(talking)],
          ['Connecting or ringing', format.count(waiting.length) + atLeast, longestOf(waiting)],
          [
            'Cost so far',
            format.money(sumOf(items, ({ estimated_cost_cents }) => estimated_cost_cents)) + atLeast,
            'Charged when the calls end',
          ],
          ['Held', format.money(sumOf(items, ({ held_cents }) => held_cents)) + atLeast, 'Released when the calls end'],
        ]}
      />
    </Box>
  );
}
