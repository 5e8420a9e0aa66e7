import type { UnmatchedReport } from '../../domain/ingest/call-report';
import type { CallMargin } from '../../domain/ingest/call-margin';
import type { Cdr } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';

export interface RowKeys {
  readonly switchId: string | null;
  readonly callId: string | null;
  readonly decisionId: string | null;
}

export interface ReadRow {
  /** The readable part of the call's identity, even if the rest of the row is unreadable. */
  readonly keys: RowKeys;
  /** The row shows signs of an answer, so the call may cost money. */
  readonly saysAnswered: boolean;
  /** Messages by member; empty if and only if there is a report. */
  readonly faults: Readonly<Record<string, string>>;
  readonly report: UnmatchedReport | null;
}

/** Reads the rows that switches report. */
export abstract class RowReader {
  /**
   * Ignores unknown members, so that no call of a newer switch is lost. Unreadable members that a CDR does not need are
   * dropped or repaired; others are faults. Never throws. See docs/cdrs.md#outcomes-of-a-reported-row.
   */
  abstract read(row: unknown): ReadRow;
}

/** The identity of a call: reports with the same key are repeats. */
export interface CallKey {
  /** The account whose CDR the call has; null for a call of no account. Not part of the identity. */
  readonly accountId: string | null;
  readonly switchId: string;
  readonly callId: string;
  readonly decisionId: string;
}

export interface Claim extends CallKey {
  readonly accountId: string;
  /** Id of the CDR if this claim wins. */
  readonly cdrId: string;
}

export interface PostedCdr extends Cdr {
  readonly billingTransactionId: string | null;
  readonly createdAt: Date;
}

export interface Claims {
  /** Ids of the claims that won: their calls were never recorded before. */
  readonly won: ReadonlySet<string>;
  /** `created_at` of the CDRs to be written, by account. */
  readonly createdAt: ReadonlyMap<string, Date>;
}

/** An existing CDR. */
export interface RecordedCall {
  readonly cdrId: string;
  readonly isAnswered: boolean;
}

export abstract class CdrStore {
  /**
   * Claims calls for recording, each once. Of two transactions that claim calls of one account, the second waits for the
   * first to end. `createdAt` rises strictly within an account in the order of commits. See docs/cdrs.md#guarantees.
   */
  abstract claim(claims: readonly Claim[], now: Date): Promise<Claims>;
  abstract add(cdrs: readonly PostedCdr[]): Promise<void>;
  /**
   * Replaces CDRs of unanswered calls by those of answered calls with the same ids. Returns the ids of the CDRs that it
   * replaced; CDRs of answered calls never change. Call it with the calls claimed.
   */
  abstract correct(cdrs: readonly PostedCdr[]): Promise<ReadonlySet<string>>;
  /** Keeps the margins of answered calls, once each, with their CDRs. */
  abstract addMargins(margins: readonly CallMargin[]): Promise<void>;
  /** Returns the existing CDRs by decision. */
  abstract findMany(keys: readonly CallKey[]): Promise<ReadonlyMap<string, RecordedCall>>;
  /** Returns the CDR of this decision of the account with this start and end, or null. */
  abstract findByTimes(call: {
    readonly accountId: string;
    readonly decisionId: string;
    readonly startedAt: Date;
    readonly endedAt: Date;
  }): Promise<RecordedCall | null>;
}

/** A call as a switch identifies it. The caller chooses the Call-ID, so several decisions can have the same one. */
export interface SwitchCall {
  readonly switchId: string;
  readonly callId: string;
}

/** Voice routing, as ingest needs it. */
export abstract class CallDecisions {
  /** Returns the decisions that exist, in no particular order. */
  abstract findMany(decisionIds: readonly string[]): Promise<Decision[]>;
  /** Returns up to 20 decisions per call, in no particular order; unreported decisions take precedence. */
  abstract findByCalls(calls: readonly SwitchCall[]): Promise<Decision[]>;
  /** Frees the slots of calls that ended without a CDR; their holds stay. Idempotent. */
  abstract endCalls(decisionIds: readonly string[], now: Date): Promise<void>;
  /** Limits the holds of unanswered calls to the time at which their CDRs are due. Joins the transaction. Idempotent. */
  abstract limitHolds(decisionIds: readonly string[]): Promise<void>;
  /** Joins the transaction. Idempotent. */
  abstract markReported(decisionIds: readonly string[], now: Date): Promise<void>;
}

export interface CallCharge {
  readonly accountId: string;
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string;
  readonly relatedId: string;
  readonly reference: string;
  /** Invoice line of the charge. */
  readonly item: 'usage_inbound' | 'usage_outbound';
  /** By which invoices sum up calls: the called number of the account, or the destination class of an outbound call. */
  readonly usageOf: string | null;
  /** From answer to hangup. */
  readonly usageSeconds: number;
  /** What of the amount is for the outbound leg of a forwarded call; 0 for every other call. */
  readonly forwardCents: number;
  /** Id for the charge's transaction, which the CDR already contains. */
  readonly transactionId: string;
}

/** A call to settle. */
export interface SettledCall {
  readonly accountId: string;
  readonly decisionId: string;
  /** Null for a free call. */
  readonly charge: CallCharge | null;
}

/** The ledger, as ingest needs it. */
export abstract class CallCharges {
  /**
   * Releases the holds of the calls and charges their prices, even beyond the available balance. Joins the transaction and
   * locks the wallets until its end. Idempotent by `reference`.
   */
  abstract settle(calls: readonly SettledCall[]): Promise<unknown>;
  /**
   * Does the same and locks the wallets last. The decisions of the calls must be marked as reported in this transaction. It
   * may be retried because a wallet has moved: use `settle` then.
   */
  abstract settleLockingLast(calls: readonly SettledCall[]): Promise<unknown>;
}

/** The countries of the numbering plan. */
export abstract class NumberCountries {
  /** Returns an ISO 3166-1 alpha-2 code; null for a number without a country and for text that is not E.164. */
  abstract countryOf(number: string): string | null;
}

/** The difference between the service's clock and the real time that switches run in. */
export abstract class ClockOffset {
  /** How far the test clock of a sandbox is ahead; 0 elsewhere. */
  abstract readonly seconds: number;
}

/** Metrics of ingest. Never throws. */
export abstract class IngestMeter {
  abstract countOutcome(outcome: string): void;
  abstract countQuarantined(reason: string): void;
  abstract countEstimatedLeg(): void;
  /** Positive when the clock of the switch is ahead. */
  abstract recordSkew(switchId: string, seconds: number): void;
}
