import type { AccountStatus, Page, PageRequest } from '@trunkline/kernel';
import type { Direction } from '../../domain/ingest/decision';
import type { HangupCause } from '../../domain/ingest/hangup-cause';
import type { CdrRedaction } from '../../domain/reads/redaction';
import type { CdrDetailView, CdrView, EstimatedCdrView } from './views';

export interface PartyFilter {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Null: no such filter. */
export interface CdrFilters {
  /** On the start of the call. */
  readonly from: Date | null;
  readonly to: Date | null;
  /** On the time of writing. */
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly direction: Direction | null;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly caller: PartyFilter | null;
  readonly callee: PartyFilter | null;
  readonly countries: readonly string[] | null;
  readonly hangupCauses: readonly HangupCause[] | null;
  readonly sipResponseCodes: readonly number[] | null;
  readonly isAnswered: boolean | null;
  readonly minBillableSeconds: number | null;
  readonly maxBillableSeconds: number | null;
  readonly minCostCents: number | null;
}

export const CDR_SORTS = ['started_at', 'created_at', 'billable_duration_s', 'customer_total_cents'] as const;
export type CdrSort = (typeof CDR_SORTS)[number];

export abstract class CdrQueries {
  /** `hiddenDigits`: a filter on caller or callee sees no more of them than the account is shown. */
  abstract list(request: {
    readonly accountId: string;
    readonly filters: CdrFilters;
    readonly hiddenDigits: number;
    readonly page: PageRequest<CdrSort>;
  }): Promise<Page<CdrView>>;
  /** Null for what is not the account's. */
  abstract find(accountId: string, id: string): Promise<CdrDetailView | null>;
  /** Records of every account whose leg is a guess, by the time of writing. */
  abstract listEstimated(
    filter: { readonly accountId: string | null },
    page: PageRequest<'created_at'>,
  ): Promise<Page<EstimatedCdrView>>;
}

export interface CallUsageQuery {
  readonly accountId: string;
  /** On the time of writing, which is that of the charge: inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** By UTC day or month (2026-11-30, 2026-11), or by what the record says; `none` where it says nothing. */
  readonly group: 'day' | 'month' | 'direction' | 'number' | 'trunk' | 'country';
  readonly limit: number;
}

export interface CallUsageRow {
  readonly key: string;
  readonly calls: number;
  readonly billableSeconds: number;
  readonly costCents: number;
}

/** What other contexts may ask of the calls of an account. */
export abstract class CallUsage {
  /** Every call, answered or not, in the order of the keys. */
  abstract calls(asked: CallUsageQuery): Promise<CallUsageRow[]>;
}

export abstract class CdrRetention {
  /** How long records, and rows that could not be booked, are kept. */
  abstract readonly days: number;
}

/** Cdr's view of identity. */
export abstract class CallAccounts {
  /** Throws `not_found`. */
  abstract get(accountId: string): Promise<{
    readonly status: AccountStatus;
    readonly settings: { readonly cdrRedaction: CdrRedaction };
  }>;
}
