import { addDays, type Clock, invalidFields } from '@trunkline/kernel';
import { CALL_GROUPS, type CallGroup, type CallUsage, type Charges, type Period, type UsageRow } from './ports';

export const USAGE_GROUPS = ['day', 'month', 'kind', ...CALL_GROUPS] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** A leap year. */
export const USAGE_DAYS_MAX = 366;
const ROWS_MAX = 10_000;

/** Charges that do not say what they are for. */
const OTHER = 'other';

export interface UsageRequest {
  readonly accountId: string;
  /** Null: the beginning of the running month, UTC. */
  readonly from: Date | null;
  /** Null: now. */
  readonly to: Date | null;
  readonly group: UsageGroup;
}

/**
 * What was charged in a time, by the time of the charge. Day, month and kind cover everything that was charged, so their
 * costs add up to the ledger's charges; number, trunk and country cover calls, and add up to what these cost.
 */
export class Usage {
  constructor(
    private readonly calls: CallUsage,
    private readonly charges: Charges,
    private readonly clock: Clock,
  ) {}

  /** Rows in the order of their keys. Throws invalid_input for a time that is no time, too long, or of too many rows. */
  async report({ accountId, group, ...asked }: UsageRequest): Promise<UsageRow[]> {
    const about = { accountId, ...periodOf(asked, this.clock.now()) };
    const rows = isOfCalls(group)
      ? await this.calls.calls({ ...about, group, limit: ROWS_MAX + 1 })
      : await this.everything(about, group);
    if (rows.length > ROWS_MAX) throw invalidFields({ group_by: `has more than ${ROWS_MAX} rows in this time` });
    return rows;
  }

  private async everything(
    about: Period & { readonly accountId: string },
    group: 'day' | 'month' | 'kind',
  ): Promise<UsageRow[]> {
    const [charged, calls] = await Promise.all([
      this.charges.sums({ ...about, group }),
      this.calls.calls({ ...about, group: group === 'kind' ? 'direction' : group, limit: ROWS_MAX }),
    ]);
    const rows = new Map<string, UsageRow>();
    for (const row of calls) {
      const key = group === 'kind' ? `usage_${row.key}` : row.key;
      rows.set(key, { ...row, key, costCents: 0 });
    }
    for (const { key, costCents } of charged) {
      const row = rows.get(key ?? OTHER) ?? { key: key ?? OTHER, calls: 0, billableSeconds: 0 };
      rows.set(row.key, { ...row, costCents });
    }
    return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

function isOfCalls(group: UsageGroup): group is CallGroup {
  return (CALL_GROUPS as readonly string[]).includes(group);
}

function periodOf(asked: Pick<UsageRequest, 'from' | 'to'>, now: Date): Period {
  const to = asked.to ?? now;
  const from = asked.from ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  if (from >= to) throw invalidFields({ to: 'must be later than from' });
  if (addDays(from, USAGE_DAYS_MAX) < to) throw invalidFields({ from: `must be within ${USAGE_DAYS_MAX} days of to` });
  return { from, to };
}
