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
}

/** Thrown by an adapter after a lost race that a retry can win. The outermost transaction starts again. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}

/** A condition that a statement of the transaction required was not met, so nothing was written. */
export class ConditionNotMet extends Error {
  override readonly name = 'ConditionNotMet';
}
