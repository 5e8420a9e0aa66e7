import type { Keyset } from '@trunkline/kernel';
import type { ClosureRequest, ClosureStep } from '../../domain/closure/closure-request';

/** The requests of an account change only while the account is held. */
export abstract class ClosureRequestRepository {
  /** Throws closure_already_requested when one stands, whoever made it. */
  abstract add(closure: ClosureRequest): Promise<void>;
  abstract save(closure: ClosureRequest): Promise<void>;
  /** The one that stands: not cancelled. */
  abstract find(accountId: string): Promise<ClosureRequest | null>;
  /** The one that this operation made, whatever has become of it. */
  abstract findByOperation(accountId: string, operationId: string): Promise<ClosureRequest | null>;
  /** What has been done of a closure so far. */
  abstract stepsDone(closureId: string): Promise<ReadonlySet<ClosureStep>>;
  /** Harmless when repeated: the first time stands. */
  abstract noteStep(closureId: string, step: ClosureStep, now: Date): Promise<void>;
}

/** An account whose grace is over; what it is sorted by makes the next page. */
export interface DueAccount {
  readonly accountId: string;
  readonly keyset: Keyset;
}

export abstract class DueAccounts {
  /** Accounts in pending_closure whose grace is over, the longest ago first, behind `after` (null: from the first). */
  abstract list(now: Date, after: Keyset | null, limit: number): Promise<DueAccount[]>;
}

export interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export abstract class AccountOwners {
  /** In the order in which they joined. */
  abstract list(accountId: string): Promise<Owner[]>;
}

/** What opens the account to invitees and programs. Joins the transaction around it; harmless when repeated. */
export abstract class AccountAccess {
  abstract revokeKeys(accountId: string, now: Date): Promise<void>;
  /** Sessions of its members that began in it, and every session of members who have no other open account. */
  abstract revokeSessions(accountId: string, now: Date): Promise<void>;
}

export interface ClosureRecord {
  /** A user id. */
  readonly actor: string;
  readonly action: 'closure.requested' | 'closure.cancelled';
  readonly subject: string;
  readonly accountId: string;
  readonly before: object;
  readonly after: object;
}

export abstract class ClosureAudit {
  /** Joins the transaction around it. No personal data: the trail is kept for good. */
  abstract record(entry: ClosureRecord): Promise<void>;
}

/** Identity's view of numbering. Not to be called within a transaction: each batch is one of its own. */
export abstract class NumberReleases {
  /** Safe to repeat. True when the account has nothing left; false while something is still being bought: ask again later. */
  abstract releaseAll(accountId: string): Promise<boolean>;
}

/** Identity's view of voice routing. Not to be called within a transaction. */
export abstract class RouteArchive {
  /** Trunks and profiles, with whatever points to them. Safe to repeat. */
  abstract archiveAll(accountId: string): Promise<void>;
}

/** Identity's view of compliance. */
export abstract class PersonalDataKeys {
  /** For good: whatever the account's key has sealed is lost with it. Safe to repeat. */
  abstract erase(accountId: string): Promise<void>;
}

/** Identity's view of billing. */
export abstract class AutoRecharges {
  /** Joins the transaction around it. Cancelling the closure does not turn it on again. */
  abstract turnOff(accountId: string): Promise<void>;
}

/** Identity's view of billing. */
export abstract class PayOuts {
  /**
   * Empties the wallet: the customer's money becomes a refund, our credit is taken back. Once per reference. False, and
   * nothing is moved, while money is held for something in flight: ask again later.
   */
  abstract payOut(order: { readonly accountId: string; readonly reference: string }): Promise<boolean>;
}
