import type { AccountStatus, Attempt, HangupCause, Page, PageRequest } from '@trunkline/kernel';
import type { Direction } from '../../domain/ingest/decision';
import type { CdrRedaction } from '../../domain/redaction';
import type { CdrView, EstimatedCdrView, StoredCdrDetail } from './views';

export interface PartyFilter {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Filters of call records. A missing one matches all. */
export interface CdrFilters {
  /** Range of the call's start. */
  readonly from?: Date;
  readonly to?: Date;
  /** Range of the CDR's creation. */
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  readonly direction?: Direction;
  readonly e164?: string;
  readonly numberId?: string;
  readonly routingProfileId?: string;
  readonly sipTrunkId?: string;
  readonly customerReference?: string;
  readonly caller?: PartyFilter;
  readonly callee?: PartyFilter;
  /** Either of the two. */
  readonly party?: PartyFilter;
  /** First characters of the caller, the callee or the SIP Call-ID. Digits alone match parties as a number without its `+`. */
  readonly q?: string;
  readonly countries?: readonly string[];
  readonly hangupCauses?: readonly HangupCause[];
  readonly sipResponseCodes?: readonly number[];
  readonly isAnswered?: boolean;
  readonly minBillableSeconds?: number;
  readonly maxBillableSeconds?: number;
  readonly minCostCents?: number;
  readonly ids?: readonly string[];
  /** CDRs that existed at a time, those included that a late answer has replaced since, whose creation is later. */
  readonly existedAt?: Existence;
}

/** A time by both clocks: a test clock moves that of creation and not that of ids. */
export interface Existence {
  readonly createdBefore: Date;
  readonly idsBefore: Date;
}

export const CDR_SORTS = ['started_at', 'created_at', 'billable_duration_s', 'customer_total_cents'] as const;
export type CdrSort = (typeof CDR_SORTS)[number];

/** How a gateway responded to a call, and when the call was sent to it. */
export interface GatewayAttempt extends Pick<Attempt, 'result' | 'sipCode' | 'ringSeconds'> {
  /** The trunk of the call. The gateway may be that of another, which was tried before. */
  readonly trunkId: string;
  readonly gatewayId: string;
  readonly at: Date;
}

export abstract class CdrQueries {
  /**
   * Lists the CDRs of an account. `oldest` limits a list without a lower bound, by start in the order of starts, else by creation.
   * `hiddenDigits` is the number of last digits of caller and callee that filters must not match; Infinity hides all.
   */
  abstract list(request: {
    readonly accountId: string;
    readonly filters: CdrFilters;
    readonly oldest: Date;
    readonly hiddenDigits: number;
    readonly page: PageRequest<CdrSort>;
  }): Promise<Page<CdrView>>;
  /** Returns the ids of the CDRs that exist, by decision. */
  abstract idsOf(decisionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns null for an unknown CDR and for another account's. */
  abstract find(accountId: string, id: string): Promise<StoredCdrDetail | null>;
  /** Returns the attempts to gateways of the latest 50 calls of each trunk, at most 100 of a trunk, newest first. Repeated ids count once. */
  abstract latestAttempts(accountId: string, trunkIds: readonly string[]): Promise<readonly GatewayAttempt[]>;
  /** Lists the CDRs that have an estimated leg, of one account or of all, by creation time. For operators. */
  abstract listEstimated(
    filter: { readonly accountId: string | null },
    page: PageRequest<'created_at'>,
  ): Promise<Page<EstimatedCdrView>>;
}

export interface CallUsageQuery {
  readonly accountId: string;
  /** First creation time, which is the time of the charge; inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /**
   * UTC day (2026-11-30), UTC month (2026-11), day and direction (2026-11-30 inbound) or a member of the CDR; the key is
   * `none` where that is null.
   */
  readonly group: 'day' | 'month' | 'direction' | 'day_direction' | 'number' | 'trunk' | 'country';
  readonly limit: number;
}

export interface CallUsageRow {
  readonly key: string;
  readonly calls: number;
  readonly billableSeconds: number;
  readonly costCents: number;
  /** Calls with a price: each has a charge. */
  readonly charges: number;
}

/** Sums of an account's calls, for other contexts. */
export abstract class CallUsage {
  /** Sums calls, answered or not, without imported ones. Returns at most `limit` rows, in the order of the keys. */
  abstract calls(query: CallUsageQuery): Promise<CallUsageRow[]>;
}

export abstract class CdrRetention {
  /** Furthest reach of reads, and the time for which CDRs and quarantined rows are kept. */
  abstract readonly days: number;
}

/** Identity, as reads need it. */
export abstract class CallAccounts {
  /** Throws `not_found`. */
  abstract get(accountId: string): Promise<{
    readonly status: AccountStatus;
    readonly settings: { readonly cdrRedaction: CdrRedaction };
  }>;
}
