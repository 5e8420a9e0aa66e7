export type Isolation = 'read committed' | 'repeatable read';

export abstract class Transactor {
  /**
   * Runs `work` atomically. A nested call joins the outer transaction. The outermost is tried again, from its
   * beginning, when the database reports a deadlock or a serialization failure, so `work` must be safe to repeat
   * and must hold nothing but database effects: no HTTP, no queue, no mail.
   */
  abstract run<T>(work: () => Promise<T>, isolation?: Isolation): Promise<T>;

  /** Calls `effect` once the outermost transaction has committed (at once outside of one). Never relied upon: a crash skips it. */
  abstract afterCommit(effect: () => void): void;
}

/** Thrown by an adapter that lost a race it can win on a second look: the outermost transaction starts again. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}
