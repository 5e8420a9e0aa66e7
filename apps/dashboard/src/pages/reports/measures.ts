import type { CdrGroup } from '@trunkline/client';
import { format } from '../../format';

/** What a report compares its groups by. */
export interface Measure {
  readonly title: string;
  readonly of: (group: CdrGroup) => number;
  readonly format: (value: number) => string;
}

export const MEASURES = {
  calls: { title: 'Calls', of: ({ calls }) => calls, format: (value) => format.count(value) },
  minutes: {
    title: 'Minutes',
    of: ({ billable_s }) => Math.round(billable_s / 60),
    format: (value) => format.count(value),
  },
  cost: { title: 'Spend', of: ({ cost_cents }) => cost_cents, format: (value) => format.money(value) },
} as const satisfies Record<string, Measure>;
