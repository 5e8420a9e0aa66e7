import type { Keyset } from '@trunkline/kernel';
import type { ClosureRequest, ClosureStep } from '../../domain/closure-request';

/** Closure requests change only while the account is locked. */
export abstract class ClosureRequestRepository {
  /** Throws closure_already_requested when one is pending. */
  abstract add(closure: ClosureRequest): Promise<void>;
  abstract save(closure: ClosureRequest): Promise<void>;
  /** Returns the request that is not cancelled. */
  abstract find(accountId: string): Promise<ClosureRequest | null>;
  /** Returns the request of this operation in any state. */
  abstract findByOperation(accountId: string, operationId: string): Promise<ClosureRequest | null>;
  abstract stepsDone(closureId: string): Promise<ReadonlySet<ClosureStep>>;
  /** Idempotent: keeps the time of the first call. */
  abstract noteStep(closureId: string, step: ClosureStep, now: Date): Promise<void>;
}

/** An account whose grace period has ended, with its sort key for paging. */
export interface DueAccount {
  readonly accountId: string;
  readonly keyset: Keyset;
}

export abstract class DueAccounts {
  /** Accounts in pending_closure whose grace period has ended, oldest first, after `after` (null: from the start). */
  abstract list(now: Date, after: Keyset | null, limit: number): Promise<DueAccount[]>;
}

export interface CompletedClosure {
  readonly id: string;
  readonly accountId: string;
}

export abstract class CompletedClosures {
  /** By id, after `after` ('': from the start). */
  abstract list(after: string, limit: number): Promise<readonly CompletedClosure[]>;
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

/** Revokes access to the account. Joins the transaction; idempotent. */
export abstract class AccountAccess {
  /** Also revokes the OAuth grants in the account, and disables the applications that it registered. */
  abstract revokeKeys(accountId: string, now: Date): Promise<void>;
  /**
   * Revokes the members' sessions that started in the account, and all sessions of members without another open
   * account.
   */
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
  /** Joins the transaction. Entries must not contain personal data: the trail is kept forever. */
  abstract record(entry: ClosureRecord): Promise<void>;
}

/** Identity's view of numbering. Must not run within a transaction: each batch commits by itself. */
export abstract class NumberReleases {
  /** Idempotent. Returns true when nothing is left, false while an order is in flight; retry later. */
  abstract releaseAll(accountId: string): Promise<boolean>;
}

/** Identity's view of numbering. */
export abstract class RunningPorts {
  /** Counts the ports that run, or whose numbers are not assigned yet. */
  abstract countRunning(accountId: string): Promise<number>;
}

/** Identity's view of voice routing. Must not run within a transaction. */
export abstract class RouteArchive {
  /** Archives trunks and routing profiles, and detaches what refers to them. Idempotent. */
  abstract archiveAll(accountId: string): Promise<void>;
}

/** Identity's view of compliance. */
export abstract class PersonalDataKeys {
  /** Permanent: everything sealed with the account's key becomes unreadable. Idempotent. */
  abstract erase(accountId: string): Promise<void>;
}

/** Identity's view of billing. */
export abstract class AutoRecharges {
  /** Joins the transaction. Cancelling the closure does not turn it on again. */
  abstract turnOff(accountId: string): Promise<void>;
}

/** Identity's view of billing. */
export abstract class PayOuts {
  /**
   * Refunds the customer's money and takes back promotional credit; repeated, what has arrived since. Returns false,
   * without moving money, while a hold is open; retry later.
   */
  abstract payOut(order: { readonly accountId: string; readonly reference: string }): Promise<boolean>;
  /** Returns those of the accounts whose balance is above 0. */
  abstract withMoney(accountIds: readonly string[]): Promise<readonly string[]>;
}
