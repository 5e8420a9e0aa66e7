import type { Isolation } from '@trunkline/kernel';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { actorSetting } from '../activity/acting';
import { localLimitsOf } from './pool/limits';

const BEGIN: Readonly<Record<Isolation, string>> = {
  // READ COMMITTED is the server's default.
  'read committed': 'BEGIN',
  'repeatable read': 'BEGIN ISOLATION LEVEL REPEATABLE READ',
};

/** SQLSTATEs of statements after a failed one: aborted, and not prepared because their preparation was aborted before. */
const FAILED_BEFORE = ['25P02', '26000'];

/** The stream of a driver connection; the driver's types leave it out. */
interface Wire {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/**
 * A transaction on one connection, in few round trips: BEGIN travels with the first statement, writes with the next
 * statement or COMMIT. The server executes the statements in the order in which they were sent, and rejects all that follow
 * a failed one. See docs/database.md#round-trips.
 */
export class Transaction {
  readonly effects: (() => void)[] = [];
  /** Timers and connections created in a transaction inherit its scope. They must not use its client after it ended. */
  isOver = false;
  private isOpen = false;
  private isCorked = false;
  private readonly writes = new Set<Promise<unknown>>();
  private failure: { readonly error: unknown } | null = null;
  /** The first error of a statement with a result. Statements after it fail too, and their callers may report first. */
  private cause: unknown = null;

  constructor(
    private readonly client: PoolClient,
    private readonly isolation: Isolation,
  ) {}

  /** Throws unless the transaction is as isolated as a nested one requires. */
  assertAtLeast(isolation: Isolation): void {
    if (isolation === 'repeatable read' && this.isolation !== isolation)
      throw new Error(`A ${isolation} transaction cannot join a ${this.isolation} transaction.`);
  }

  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    this.begin();
    this.cork();
    const sent = this.client.query<Row>(statement);
    sent.catch((error: unknown) => (this.cause ??= error));
    return sent;
  }

  /** Sends a statement without waiting for it. Its error, as `translate` returns it, makes the transaction fail. */
  write(statement: QueryConfig, translate: (error: unknown) => unknown): void {
    this.begin();
    this.cork();
    const sent = new Promise<void>((done) => {
      // A callback, because the driver reports values that it cannot send at once, before COMMIT could follow them.
      this.client.query(statement, (error: Error | undefined) => {
        // The statement that failed before has reported its error: to its caller, or here.
        if (error && !isOfEarlier(error)) this.failure ??= { error: translate(error) };
        done();
      });
    });
    this.writes.add(sent);
    void sent.then(() => this.writes.delete(sent));
  }

  /** Waits for the writes that were sent. Throws the error of the first that failed, to the caller instead of at the commit. */
  async settled(): Promise<void> {
    await Promise.all(this.writes);
    const { failure } = this;
    if (!failure) return;
    this.failure = null;
    this.cause ??= failure.error;
    throw failure.error;
  }

  /** Undoes the writes of `work` and drops its effects if it fails, and lets the transaction go on. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const effects = this.effects.length;
    this.write({ text: 'SAVEPOINT nested' }, (error) => error);
    // Without the savepoint, or after a failed write before it, there is nothing to go on with.
    await this.flush();
    try {
      const result = await work();
      await this.flush();
      return result;
    } catch (error) {
      const first = await this.firstFailure(error);
      this.failure = null;
      this.cause = null;
      this.effects.splice(effects);
      await this.query({ text: 'ROLLBACK TO SAVEPOINT nested' });
      throw first;
    }
  }

  async commit(): Promise<void> {
    if (this.failure) throw this.failure.error;
    if (!this.isOpen) return;
    this.cork();
    const committed = await this.client.query('COMMIT');
    this.isOpen = false;
    await this.flush();
    // COMMIT of a failed transaction rolls back and reports success; only its tag differs. The driver's transaction state
    // may be older than the error.
    if (committed.command !== 'COMMIT')
      throw new Error('A statement of the transaction failed and its error was ignored.');
  }

  /** Returns the error to report: that of the first write that failed, or else the given one or the cause of it. */
  async rollBack(error: unknown): Promise<unknown> {
    const first = await this.firstFailure(error);
    // A lost connection cannot roll back. The server did, and the first error is the one to report.
    if (this.isOpen) await this.client.query('ROLLBACK').catch(() => undefined);
    return first;
  }

  private async flush(): Promise<void> {
    await Promise.all(this.writes);
    if (this.failure) throw this.failure.error;
  }

  private async firstFailure(error: unknown): Promise<unknown> {
    await Promise.all(this.writes);
    if (this.failure) return this.failure.error;
    return this.cause !== null && isOfEarlier(error) ? this.cause : error;
  }

  private begin(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    const settings = [BEGIN[this.isolation], localLimitsOf(this.client), actorSetting()];
    this.write({ text: settings.filter((each) => each !== null).join('; ') }, (error) => error);
  }

  private cork(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    sendTogether(this.client, () => (this.isCorked = false));
  }
}

function isOfEarlier(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FAILED_BEFORE.includes(String(error.code));
}

/** Sends the statements of this turn of the event loop in one write, and calls `sent` then. */
export function sendTogether(client: PoolClient, sent: () => void = () => undefined): void {
  const { stream } = (client as unknown as Wire).connection;
  stream.cork();
  process.nextTick(() => {
    sent();
    stream.uncork();
  });
}
