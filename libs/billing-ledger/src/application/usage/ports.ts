import type { BilledItem } from '../../domain/journal/postings';

/** From inclusive, to exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** What is told of calls alone, since only a call has it. */
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
  /** Rows at most, the first by key. */
  readonly limit: number;
}

/** Billing's view of call records: by the time of their charge, those that cost nothing included. */
export abstract class CallUsage {
  /** By UTC day or month (2026-11-30, 2026-11), by direction, or by what the record says; `none` where it says nothing. */
  abstract calls(asked: UsageQuery<'day' | 'month' | 'direction' | CallGroup>): Promise<UsageRow[]>;
}

export interface ChargedRow {
  /** A UTC day or month, or what was charged for; null for charges that say nothing of it. */
  readonly key: BilledItem | (string & {}) | null;
  readonly costCents: number;
}

export abstract class Charges {
  /** What was charged, positive; refunds do not lessen it. */
  abstract sums(asked: Omit<UsageQuery<'day' | 'month' | 'kind'>, 'limit'>): Promise<ChargedRow[]>;
}
