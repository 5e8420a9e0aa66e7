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

/** What is charged for, and what its quantity counts. */
const CHARGES: Readonly<Record<string, { readonly name: string; readonly unit: string }>> = {
  usage_inbound: { name: 'Inbound calls', unit: 'minute' },
  usage_outbound: { name: 'Outbound calls', unit: 'minute' },
  number_monthly: { name: 'Monthly charges of numbers', unit: 'number' },
  number_setup: { name: 'Set-up of numbers', unit: 'number' },
  port_fee: { name: 'Ports', unit: 'port' },
  sms_inbound: { name: 'Inbound messages', unit: 'message' },
  sms_outbound: { name: 'Outbound messages', unit: 'message' },
  sms: { name: 'Messages', unit: 'message' },
  other: { name: 'Other', unit: 'charge' },
};

export const nameOfKind = (kind: string): string => CHARGES[kind]?.name ?? kind;

const MINUTE_S = 60;

/** Returns how much of a kind there was, or null for nothing. A begun minute counts whole, as on invoices. */
export function quantityOf({ key, billable_s, charges }: UsageRow) {
  const { unit } = CHARGES[key] ?? {};
  if (unit === undefined) return null;
  const count = unit === 'minute' ? Math.ceil(billable_s / MINUTE_S) : charges;
  return count === 0 ? null : { count, unit: count === 1 ? unit : `${unit}s` };
}

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
