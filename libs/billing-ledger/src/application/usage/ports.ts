import type { BilledItem } from '../../domain/journal/postings';

/** `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

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
   * Groups calls by UTC day or month (2026-11-30, 2026-11), direction, number, trunk or country; the key `none` groups
   * calls without a value.
   */
  abstract calls(query: UsageQuery<'day' | 'month' | 'direction' | CallGroup>): Promise<UsageRow[]>;
}

export interface ChargedRow {
  /** A UTC day or month, or a billed item; null for charges without an item. */
  readonly key: BilledItem | (string & {}) | null;
  readonly costCents: number;
}

export abstract class Charges {
  /** Sums charges, as positive cents and without refunds. */
  abstract sums(query: Omit<UsageQuery<'day' | 'month' | 'kind'>, 'limit'>): Promise<ChargedRow[]>;
}
