import type { AccountStatus, Page, PageRequest } from '@trunkline/kernel';
import type { Cdr } from '../domain/ingest/cdr';
import type { Decision, Direction } from '../domain/ingest/decision';
import type { HangupCause } from '../domain/ingest/hangup-cause';
import type { RateQuote } from '../domain/rating/rating';
import type { CdrRedaction } from '../domain/reads/redaction';
import type {
  CallFigures,
  CallUsageRow,
  CdrDetailView,
  CdrView,
  DashboardSummary,
  EstimatedCdrView,
  RateView,
  RecentCall,
} from './views';

/** What makes two reports the same call. */
export interface CallKey {
  readonly switchId: string;
  readonly callId: string;
  readonly decisionId: string;
}

export interface Claim extends CallKey {
  /** The id that the record will have if this claim wins. */
  readonly cdrId: string;
}

export interface PostedCdr extends Cdr {
  readonly billingTransactionId: string | null;
  readonly createdAt: Date;
}

export interface Claims {
  /** Ids of the claims that won: these calls were never reported before. */
  readonly won: ReadonlySet<string>;
  /** The write time of what is recorded now. */
  readonly createdAt: Date;
}

export abstract class CdrStore {
  /**
   * Takes calls for recording, each once and for ever. Of two transactions that claim one call, the second waits for
   * the first to end. The write time rises strictly within an account in the order of commits, so that whoever reads
   * by it misses no record (contract, section 12: the safe polling key).
   */
  abstract claim(accountId: string, claims: readonly Claim[], now: Date): Promise<Claims>;
  abstract add(cdrs: readonly PostedCdr[]): Promise<void>;
  /** Ids of the records that exist, by decision. */
  abstract idsOf(keys: readonly CallKey[]): Promise<ReadonlyMap<string, string>>;
  /** Id of the record of one of these decisions that begins and ends at these times; null when there is none. */
  abstract findByTimes(decisionIds: readonly string[], startedAt: Date, endedAt: Date): Promise<string | null>;
}

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

export interface PricedCall {
  readonly direction: Direction;
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** Of our number, for calls in. */
  readonly numberType: string | null;
}

export interface RateFilter {
  readonly direction: Direction;
  /** Prices for kinds of number other than this are left out; null: for calls to any kind. */
  readonly numberType: string | null;
  /** A number, for the prices that could apply to it; or the digits that prefixes begin with. */
  readonly destination: { readonly to: string } | { readonly prefix: string };
}

export abstract class RateTable {
  /** The price with the longest matching prefix in the deck that is in force; null when there is none. */
  abstract find(call: PricedCall, now: Date): Promise<RateQuote | null>;
  /** Of the deck in force, the longest prefix first: the first for a number is the one that `find` gives. */
  abstract list(filter: RateFilter, now: Date, limit: number): Promise<RateView[]>;
}

export interface CallUsageAsked {
  readonly accountId: string;
  /** On the time of writing, which is that of the charge: inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** By UTC day or month (2026-11-30, 2026-11), or by what the record says; `none` where it says nothing. */
  readonly group: 'day' | 'month' | 'direction' | 'number' | 'trunk' | 'country';
  readonly limit: number;
}

/** What other contexts may ask of the calls of an account. */
export abstract class CallUsage {
  /** Every call, answered or not, in the order of the keys. */
  abstract calls(asked: CallUsageAsked): Promise<CallUsageRow[]>;
}

/** A call as a switch names it. The caller chooses the Call-ID, so several decisions can bear the same. */
export interface SwitchCall {
  readonly switchId: string;
  readonly callId: string;
}

/** Cdr's view of voice routing. */
export abstract class CallDecisions {
  /** Those that exist, in no order. */
  abstract findMany(decisionIds: readonly string[]): Promise<Decision[]>;
  /** The decisions of these calls, in no order: at most 20 a call, those without a record first. */
  abstract findByCalls(calls: readonly SwitchCall[]): Promise<Decision[]>;
  /** Frees the places of calls that are over, though not recorded; what they hold stays held. Safe to repeat. */
  abstract endCalls(decisionIds: readonly string[]): Promise<void>;
  /** Joins the transaction; safe to repeat. */
  abstract markReported(decisionIds: readonly string[]): Promise<void>;
}

export interface CallCharge {
  readonly accountId: string;
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string;
  readonly relatedId: string;
  readonly reference: string;
  /** What the charge is for, on bills. */
  readonly item: 'usage_inbound' | 'usage_outbound';
  /** Of the charge; the record names it already. */
  readonly transactionId: string;
}

/** A call that is over. */
export interface SettledCall {
  readonly accountId: string;
  readonly decisionId: string;
  /** Null for a call that cost nothing. */
  readonly charge: CallCharge | null;
}

/** Cdr's view of the ledger. */
export abstract class CallCharges {
  /**
   * Ends what the calls held and charges what they cost, also below the limit. Joins the transaction, and keeps the wallets
   * locked until its end. A reference is posted once.
   */
  abstract settle(calls: readonly SettledCall[]): Promise<unknown>;
}

/** What the numbering plan says of a number. */
export abstract class NumberCountries {
  /** ISO-2. Null for a number of no country, and for what is no number in E.164. */
  abstract countryOf(number: string): string | null;
}

/** The difference between the service's clock and the real time that switches run in. */
export abstract class ClockOffset {
  /** How far the sandbox's clock has been moved; 0 in every other deployment. */
  abstract readonly seconds: number;
}

export abstract class CdrRetention {
  /** How long records, and rows that could not be booked, are kept. */
  abstract readonly days: number;
}

/** What operators watch of the reports. Never throws. */
export abstract class IntakeMeter {
  abstract countOutcome(outcome: string): void;
  abstract countQuarantined(reason: string): void;
  abstract countEstimatedLeg(): void;
  /** Positive: the clock of the switch is ahead. */
  abstract noteSkew(switchId: string, seconds: number): void;
}

/** Cdr's view of identity. */
export abstract class CallAccounts {
  /** Throws `not_found`. */
  abstract get(accountId: string): Promise<{
    readonly status: AccountStatus;
    readonly settings: { readonly cdrRedaction: CdrRedaction };
  }>;
}

/** The dashboard's view of numbering. */
export abstract class NumberCounts {
  abstract countActive(accountId: string): Promise<number>;
  abstract countAssignedSince(accountId: string, since: Date): Promise<number>;
}

/** The dashboard's view of the ledger. */
export abstract class Spending {
  /** `version` rises with every movement of the wallet. */
  abstract balance(accountId: string): Promise<{ readonly amountCents: number; readonly version: number }>;
  /** Positive cents. */
  abstract spentSince(accountId: string, since: Date): Promise<number>;
}

export abstract class CallStatistics {
  /** Of the 30 UTC days that end today, and of the trailing 30 days. */
  abstract figures(accountId: string, now: Date): Promise<CallFigures>;
  /** Newest first. */
  abstract recent(accountId: string, limit: number): Promise<RecentCall[]>;
}

/** Summaries that need not be computed again for a while. Losing one costs time only. */
export abstract class SummaryCache {
  abstract get(key: string): Promise<DashboardSummary | null>;
  abstract set(key: string, summary: DashboardSummary, ttlSeconds: number): Promise<void>;
}

export abstract class FreshReads {
  /** Takes one of the account's; the seconds to wait when none is left, else 0. */
  abstract take(accountId: string): Promise<number>;
}
