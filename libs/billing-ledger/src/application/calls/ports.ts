import type { Movement, PostedEntry } from '../journal/ports';

/** Which of a wallet's daily limits a call counts against, and how it appears on a bill. */
export type CallItem = 'usage_inbound' | 'usage_outbound';

export interface CallHoldMovement {
  readonly accountId: string;
  /** The decision about the call: one hold each. */
  readonly decisionId: string;
  readonly holdId: string;
  readonly postingId: string;
  /** Positive integer cents. */
  readonly amountCents: number;
  readonly item: CallItem;
  /** The most that calls out may cost on a day of UTC, what live ones hold included; null: no limit. */
  readonly outboundCapCents: number | null;
  readonly at: Date;
}

/** What a call may hold now. */
export interface CallCover {
  /** Balance less holds plus credit; may be negative. Number.MAX_SAFE_INTEGER where it is unlimited. */
  readonly availableCents: number;
  /** What calls out were charged on this day of UTC, and what live ones hold. */
  readonly outboundUsedCents: number;
}

/** What decides about a call before it holds anything. */
export interface CallFunding extends CallCover {
  /** A top-up of the account has succeeded at some time. */
  readonly hasToppedUp: boolean;
}

export interface CallRelease {
  readonly accountId: string;
  readonly decisionId: string;
  readonly postingId: string;
  /** What stays held; 0 ends the hold. */
  readonly keepCents: number;
  readonly at: Date;
}

/**
 * The money that live calls hold. Every method works in the transaction around it, and leaves the wallets locked until
 * that ends.
 */
export abstract class CallHoldRepository {
  /** Adds to the call's hold, or begins it. False, with nothing held, when wallet or cap do not cover it. */
  abstract hold(movement: CallHoldMovement): Promise<boolean>;
  /** What a call may hold, from now to the end of the transaction. Throws not_found for an account without a wallet. */
  abstract lockCover(accountId: string, at: Date): Promise<CallCover>;
  /** The same without a lock: true a moment ago. Throws not_found for an account without a wallet. */
  abstract funding(accountId: string, at: Date): Promise<CallFunding>;
  /** Gives back what is held beyond `keepCents`; nothing happens where there is no such hold, or less is held. */
  abstract release(releases: readonly CallRelease[]): Promise<void>;
  /**
   * Does both: gives back what the calls held, and posts what they cost as `Journal.postAll` does, with charges of calls out
   * counted against their day of UTC. No guarded charge may count on what is given back.
   */
  abstract settle(
    charges: readonly Movement[],
    releases: readonly CallRelease[],
  ): Promise<readonly (PostedEntry | null)[]>;
}
