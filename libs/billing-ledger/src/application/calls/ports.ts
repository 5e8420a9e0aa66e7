import type { Movement, PostedEntry } from '../journal';

/** The billed item of a call, which decides the daily limit that it counts against. */
export type CallItem = 'usage_inbound' | 'usage_outbound';

export interface CallHoldMovement {
  readonly accountId: string;
  /** The decision about the call; each has one hold. */
  readonly decisionId: string;
  readonly holdId: string;
  readonly postingId: string;
  /** Integer cents; 0 only for a call with a hold, of which more is for its forwarded leg. */
  readonly amountCents: number;
  /** What of it counts against the cap although the call is inbound: the outbound leg of a forwarded call. */
  readonly forwardCents: number;
  readonly item: CallItem;
  /** The most that outbound calls may cost on a UTC day, including holds; null for no limit. */
  readonly outboundCapCents: number | null;
  readonly at: Date;
}

/** What a call may hold now. */
export interface CallCover {
  /** Balance − holds + credit limit; may be negative. Number.MAX_SAFE_INTEGER when unlimited. */
  readonly availableCents: number;
  /** Charges of outbound calls and outbound legs on this UTC day, and holds of live ones. */
  readonly outboundUsedCents: number;
}

/** The state of a wallet that a decision depends on. */
export interface CallFunding extends CallCover {
  /** Whether a top-up of the account ever succeeded. */
  readonly hasToppedUp: boolean;
}

export interface HoldRelease {
  readonly accountId: string;
  /** That of the hold: `callReferenceOf`, `messageReferenceOf`. */
  readonly reference: string;
  readonly postingId: string;
  /** The amount to keep; 0 ends the hold. */
  readonly keepCents: number;
  readonly at: Date;
}

/** A settlement of calls whose wallets are not locked yet. */
export interface PredictedSettlement {
  /** The postings of the charges, with the balances as computed. */
  readonly entries: readonly (PostedEntry | null)[];
  /**
   * Locks the wallets and posts the charges. Does not wait: when a wallet has moved in the meantime, a charge was posted
   * before, or a debit takes the claim of an auto-recharge, the transaction fails with RetryTransaction.
   */
  readonly post: () => Promise<void>;
}

/** The calls that hold money, which another context keeps. */
export abstract class HeldCallEnds {
  /** Returns the call of each decision, and when its money is released if no CDR comes. */
  abstract endsOf(
    decisionIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly callId: string; readonly until: Date | null }>>;
}

/** A message that holds its price. */
export interface MessageHold {
  readonly messageId: string;
  readonly holdId: string;
  readonly postingId: string;
  /** Positive integer cents. */
  readonly amountCents: number;
}

export interface MessageHoldMovement {
  readonly accountId: string;
  readonly holds: readonly MessageHold[];
  /** See CallHoldMovement. */
  readonly outboundCapCents: number | null;
  readonly at: Date;
}

/** The reference of the hold of a call, which is named after its decision. */
export const callReferenceOf = (decisionId: string): string => `call:${decisionId}`;

/** The reference of the hold of a message, and of its charge. */
export const messageReferenceOf = (messageId: string): string => `sms:${messageId}`;

/** The holds of live calls and of messages. Every method needs a transaction, and locks the wallets until that ends. */
export abstract class CallHoldRepository {
  /** Begins or extends the call's hold. False, with nothing held, when wallet or cap do not cover the amount. */
  abstract hold(movement: CallHoldMovement): Promise<boolean>;
  /** Does the same without waiting for the result: the transaction fails with ConditionNotMet when the amount is not covered. */
  abstract holdOrFail(movement: CallHoldMovement): Promise<void>;
  /** Begins the holds of messages. The transaction fails with ConditionNotMet when wallet or cap do not cover all of them. */
  abstract holdMessagesOrFail(movement: MessageHoldMovement): Promise<void>;
  /** Locks the wallet without waiting for the result: the transaction fails with ConditionNotMet for an account without one. */
  abstract lockOrFail(accountId: string): Promise<void>;
  /** Locks the wallets. Waits for no lock: the transaction fails with ConditionNotMet when another one has locked a wallet. */
  abstract lockAtOnce(accountIds: readonly string[]): Promise<void>;
  /** Returns what a call may hold, fixed until the transaction ends. Throws not_found for an account without a wallet. */
  abstract lockCover(accountId: string, at: Date): Promise<CallCover>;
  /** Returns the same without a lock. Throws not_found for an account without a wallet. */
  abstract funding(accountId: string, at: Date): Promise<CallFunding>;
  /** Returns what the calls hold, by decision; those that hold nothing are missing. */
  abstract heldBy(accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Releases what is held beyond `keepCents`. Does nothing without a hold, or when less is held. */
  abstract release(releases: readonly HoldRelease[]): Promise<void>;
  /**
   * Releases holds and posts charges, as `Journal.postAll` does, in one statement. Counts charges of outbound calls against
   * their UTC day. Guarded charges must not depend on the releases.
   */
  abstract settle(
    charges: readonly Movement[],
    releases: readonly HoldRelease[],
  ): Promise<readonly (PostedEntry | null)[]>;
  /**
   * Does the same with the wallets locked last. Releases the holds, so that nothing else may change them: the rows of their
   * calls must be locked.
   */
  abstract predict(charges: readonly Movement[], releases: readonly HoldRelease[]): Promise<PredictedSettlement>;
}
