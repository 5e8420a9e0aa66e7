import { assertPeriod, type Clock, invalidFields, type Period } from '@trunkline/kernel';

/** Groups that only calls have. */
export const CALL_GROUPS = ['number', 'trunk', 'country'] as const;
export type CallGroup = (typeof CALL_GROUPS)[number];

export interface UsageRow {
  /** Unique among the rows. */
  readonly key: string;
  readonly calls: number;
  readonly billableSeconds: number;
  /** Positive cents. */
  readonly costCents: number;
  /** Number of charges. Of calls, those with a price. */
  readonly charges: number;
}

export interface UsageQuery<Group extends string> extends Period {
  readonly accountId: string;
  readonly group: Group;
  /** Maximum number of rows; the first by key. */
  readonly limit: number;
}

/** Call records by the time of their charge, including free calls; another context stores them. */
export abstract class CallUsage {
  /**
   * Groups calls by UTC day or month (2026-11-30, 2026-11), direction, day and direction (2026-11-30 inbound), number, trunk
   * or country; the key `none` groups calls without a value.
   */
  abstract calls(query: UsageQuery<'day' | 'month' | 'direction' | 'day_direction' | CallGroup>): Promise<UsageRow[]>;
}

export interface ChargedRow {
  /**
   * A UTC day or month, a kind, or a day and a kind (2026-11-30 number_monthly). The kind is `other` for charges without a
   * billed item.
   */
  readonly key: string;
  readonly costCents: number;
  readonly charges: number;
}

export abstract class Charges {
  /** Sums and counts charges, as positive cents and without refunds. */
  abstract sums(query: Omit<UsageQuery<ChargeGroup>, 'limit'>): Promise<ChargedRow[]>;
}

/** Groups of all charges. */
const CHARGE_GROUPS = ['day', 'month', 'kind', 'day_kind'] as const;
export type ChargeGroup = (typeof CHARGE_GROUPS)[number];

export const USAGE_GROUPS = [...CHARGE_GROUPS, ...CALL_GROUPS] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const ROWS_MAX = 10_000;

/** How calls are grouped beside charges: their direction is their kind. */
const CALLS_OF = { day: 'day', month: 'month', kind: 'direction', day_kind: 'day_direction' } as const;

export interface UsageRequest {
  readonly accountId: string;
  /** Null: the start of the current UTC month. */
  readonly from: Date | null;
  /** Null: now. */
  readonly to: Date | null;
  readonly group: UsageGroup;
}

/**
 * Reports charges by the time of the charge. The groups day, month, kind and day_kind cover all charges, so their costs add
 * up to the ledger's charges. The groups number, trunk and country cover calls only, and add up to the costs of calls.
 */
export class Usage {
  constructor(
    private readonly calls: CallUsage,
    private readonly charges: Charges,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns rows in the order of their keys. Throws invalid_input for an invalid or too long period, or of `rowsField` for too many
   * rows.
   */
  async report({ accountId, group, ...period }: UsageRequest, rowsField = 'group_by'): Promise<UsageRow[]> {
    const query = { accountId, ...periodOf(period, this.clock.now()) };
    const rows = isOfCalls(group)
      ? await this.calls.calls({ ...query, group, limit: ROWS_MAX + 1 })
      : await this.allCharges(query, group);
    if (rows.length > ROWS_MAX)
      throw invalidFields({ [rowsField]: `has more than ${ROWS_MAX} rows in this period. Choose a shorter period.` });
    return rows;
  }

  /** Throws invalid_input for a period that `report` does not accept. Reads nothing. */
  checkPeriod(period: Pick<UsageRequest, 'from' | 'to'>): void {
    periodOf(period, this.clock.now());
  }

  private async allCharges(query: Period & { readonly accountId: string }, group: ChargeGroup): Promise<UsageRow[]> {
    const [charged, calls] = await Promise.all([
      this.charges.sums({ ...query, group }),
      this.calls.calls({ ...query, group: CALLS_OF[group], limit: ROWS_MAX }),
    ]);
    const rows = new Map<string, UsageRow>();
    for (const row of calls) {
      const key = row.key.replace(/(?=(?:in|out)bound$)/, 'usage_');
      rows.set(key, { ...row, key, costCents: 0, charges: 0 });
    }
    for (const { key, ...charges } of charged) {
      const row = rows.get(key) ?? { key, calls: 0, billableSeconds: 0 };
      rows.set(key, { ...row, ...charges });
    }
    return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

function isOfCalls(group: UsageGroup): group is CallGroup {
  return (CALL_GROUPS as readonly string[]).includes(group);
}

function periodOf(period: Pick<UsageRequest, 'from' | 'to'>, now: Date): Period {
  const to = period.to ?? now;
  const from = period.from ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  assertPeriod({ from, to });
  return { from, to };
}
