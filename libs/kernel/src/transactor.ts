import type { Actor } from './actor';

export type Isolation = 'read committed' | 'repeatable read';

export abstract class Transactor {
  /**
   * Runs `work` atomically. A nested call joins the outer transaction, and throws if that is less isolated. The outermost call is retried from its beginning
   * when the database reports a deadlock or a serialization failure, so `work` must be safe to repeat and may only have
   * effects in the database: no HTTP, no queue, no mail.
   */
  abstract run<T>(work: () => Promise<T>, isolation?: Isolation): Promise<T>;

  /**
   * Runs the reads of `work` on one connection, without a transaction of their own: those that do not depend on each other
   * share a round trip.
   */
  abstract together<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Calls `effect` after the outermost transaction commits, or at once outside of one. A crash may skip it. If it throws, the
   * error is logged and counted, and other effects follow.
   */
  abstract afterCommit(effect: () => void): void;

  /**
   * Notes who makes the changes that follow in this request and transaction, once that is known: at sign-up, for example. Those of
   * an authenticated request are its principal's, all others the system's. See docs/activity.md.
   */
  abstract actAs(actor: Actor): void;

  /** Runs `work`, whose changes are those of an actor: a job of a worker that a user has started, for example. */
  abstract actingAs<T>(actor: Actor, work: () => T): T;
}

/** Thrown by an adapter after a lost race that a retry can win. The outermost transaction starts again. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}

/** A condition that a statement of the transaction required was not met, so nothing was written. */
export class ConditionNotMet extends Error {
  override readonly name = 'ConditionNotMet';
}
