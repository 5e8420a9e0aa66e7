import type { Call, Page } from '@trunkline/client';
import { format } from '../../format';
import { type Tile, Tiles } from '../../ui/layout/tiles';

const longestOf = (calls: readonly Call[]): string | null =>
  calls.length === 0 ? null : `Longest ${format.duration(Math.max(...calls.map(({ duration_s }) => duration_s)))}`;

const sumOf = (calls: readonly Call[], of: (call: Call) => number): number =>
  calls.reduce((sum, call) => sum + of(call), 0);

const countsOf = (calls: readonly Call[]): string | null => {
  const inbound = calls.filter(({ direction }) => direction === 'inbound').length;
  return calls.length === 0
    ? null
    : `${format.count(inbound)} inbound, ${format.count(calls.length - inbound)} outbound`;
};

/**
 * How many calls there are, by direction and by how far they have come, and the money that they hold. The figures also stand
 * without calls, so that nothing moves when calls come and go.
 */
export function LiveFigures({ page }: { page: Page<Call> | undefined }) {
  const calls = page?.items ?? [];
  const talking = calls.filter(({ status }) => status === 'in_progress');
  const waiting = calls.filter(({ status }) => status === 'routing' || status === 'ringing');
  // Figures of the first calls of many are at least so high.
  const atLeast = page && page.next_cursor !== null ? '+' : '';
  const figure = (title: string, value: string, note: string | null): Tile => [
    title,
    page ? value + atLeast : '–',
    note,
  ];
  return (
    <Tiles
      tiles={[
        figure('In progress', format.count(calls.length), countsOf(calls)),
        figure('Talking', format.count(talking.length), longestOf(talking)),
        figure('Connecting or ringing', format.count(waiting.length), longestOf(waiting)),
        figure(
          'Cost so far',
          format.money(sumOf(calls, ({ estimated_cost_cents }) => estimated_cost_cents)),
          'Charged when the calls end',
        ),
        figure('Held', format.money(sumOf(calls, ({ held_cents }) => held_cents)), 'Released when the calls end'),
      ]}
    />
  );
}
