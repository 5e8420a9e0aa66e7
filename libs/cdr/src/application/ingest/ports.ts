import type { Cdr } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';

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

/** What operators watch of the reports. Never throws. */
export abstract class IngestMeter {
  abstract countOutcome(outcome: string): void;
  abstract countQuarantined(reason: string): void;
  abstract countEstimatedLeg(): void;
  /** Positive: the clock of the switch is ahead. */
  abstract recordSkew(switchId: string, seconds: number): void;
}
