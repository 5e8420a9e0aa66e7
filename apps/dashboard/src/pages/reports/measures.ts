import type { CdrGroup } from '@trunkline/client';
import { format } from '../../format';

/** What a report compares its groups by. */
export interface Measure {
  readonly title: string;
  readonly of: (group: CdrGroup) => number;
  readonly format: (value: number) => string;
  /** Whether its bars are stacked by how the calls ended. Only answered calls last and cost something. */
  readonly isByResult: boolean;
}

export const MEASURES = {
  calls: { title: 'Calls', of: ({ calls }) => calls, format: (value) => format.count(value), isByResult: true },
  minutes: {
    title: 'Minutes',
    of: ({ billable_s }) => Math.round(billable_s / 60),
    format: (value) => format.count(value),
    isByResult: false,
  },
  cost: {
    title: 'Spend',
    of: ({ cost_cents }) => cost_cents,
    format: (value) => format.money(value),
    isByResult: false,
  },
} as const satisfies Record<string, Measure>;
