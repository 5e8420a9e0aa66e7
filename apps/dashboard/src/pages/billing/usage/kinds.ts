import type { UsageRow } from '@trunkline/client';
import type { Series } from '../../../ui/charts/bars';

/** What a bar of charges consists of: three kinds, and all others. */
export const KIND_SERIES = [
  { name: 'Numbers', tone: 'a' },
  { name: 'Inbound calls', tone: 'b' },
  { name: 'Outbound calls', tone: 'c' },
  { name: 'Set-up, messages and other', tone: 'd' },
] as const satisfies readonly Series[];

const KINDS = ['number_monthly', 'usage_inbound', 'usage_outbound'];

const indexOf = (kind: string): number => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);

/** Returns the tone of the series that a kind is part of. */
export const toneOf = (kind: string): Series['tone'] => KIND_SERIES[indexOf(kind)]?.tone ?? 'd';

/** Takes rows by day and kind (`2026-11-30 usage_inbound`). Returns the cents of a day in the order of the series. */
export function valuesByDay(rows: readonly UsageRow[]): (day: string) => readonly number[] {
  const days = new Map<string, number[]>();
  for (const { key, cost_cents } of rows) {
    const [day = '', kind = ''] = key.split(' ');
    const values = days.get(day) ?? KIND_SERIES.map(() => 0);
    const index = indexOf(kind);
    values[index] = (values[index] ?? 0) + cost_cents;
    days.set(day, values);
  }
  const none = KIND_SERIES.map(() => 0);
  return (day) => days.get(day) ?? none;
}
