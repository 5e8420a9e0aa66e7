import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, type Isolation, RetryTransaction, type Transactor } from '@trunkline/kernel';
import type { PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { DataSource, EntitySchema } from 'typeorm';
import { actingText } from '../activity/acting';
import type { DividedPool } from './pool/divided-pool';
import { actAs, actingAs, currentKind } from './pool/work';
import { type Plan, RowReads } from './queries/row-reads';
import { Table } from './queries/table';
import { LookUps, SharedConnection } from './pool/shared-connection';
import { sqlState } from './sql-state';
import { isOutdated, StatementNames } from './pool/statement-names';
import { Transaction } from './transaction';

export type { Plan } from './queries/row-reads';
export * from './data-source';
export { DatabaseAccess, findDatabaseAccess } from './roles/access';
export { DatabaseAccessError } from './roles/access-error';
export { APP_ROLE } from './roles/app-role';
export { type SchemaGrants } from './roles/grants';

const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 5;

/**
 * An expression for RETURNING: lets a statement outside of a transaction commit without waiting for the disk. If the database
 * server crashes, it may be lost with all that was committed after it, unless a later commit waited. In a transaction it would
 * apply to all of it. See docs/database.md#round-trips.
 */
export const COMMIT_LAZILY = `set_config('synchronous_commit', 'off', true)`;

/** Executes statements and persists aggregates. Joins the surrounding transaction, if there is one. */
export class Database extends RowReads implements Transactor {
  private readonly scope = new AsyncLocalStorage<Transaction | SharedConnection>();
  /** By kind of work. */
  private readonly lookUps = new Map<string, LookUps>();
  private readonly names = new StatementNames();
  private scopes = 0;

  /**
   * In a `shared` session statements are not named, because the next one may run on another connection. `reportEffect` receives
   * the error of an effect that throws.
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly session: 'own' | 'shared' = 'own',
    private readonly reportEffect: (error: unknown) => void = throwLater,
  ) {
    super();
  }

  get inTransaction(): boolean {
    return this.current() !== undefined;
  }

  /** Executes a prepared statement and returns its rows. */
  override async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    plan: Plan = 'once',
  ): Promise<Row[]> {
    const connection = this.active() ?? (plan === 'shared' ? this.sharedLookUps() : null);
    const send = () => {
      const statement = this.statement(text, values, plan);
      return connection ? connection.query<Row>(statement) : this.pool.send<Row>(statement);
    };
    return (await (this.inTransaction ? send() : this.names.send(send))).rows;
  }

  /** Returns the table of entities. */
  table<T extends object>(schema: EntitySchema<T>): Table<T> {
    return new Table(this, schema);
  }

  /**
   * Executes a statement without a result. In a transaction it is sent but not awaited: its error, as `translate` returns
   * it, rejects `run`.
   */
  async write(
    text: string,
    values: readonly unknown[] = [],
    translate: (error: unknown) => unknown = (error) => error,
  ): Promise<void> {
    const statement = this.statement(text, values, 'once');
    const transaction = this.current();
    if (transaction) return transaction.write(statement, translate);
    await this.pool.send(statement).catch((error: unknown) => {
      throw translate(error);
    });
  }

  /**
   * Waits for the writes of the surrounding transaction that were sent, so that the caller can handle the error of the first
   * that failed.
   */
  async settled(): Promise<void> {
    await this.current()?.settled();
  }

  queryAll(statements: readonly (readonly [text: string, values: readonly unknown[]])[]): Promise<QueryResultRow[][]> {
    return this.together(() => Promise.all(statements.map(([text, values]) => this.query(text, values))));
  }

  get pool(): DividedPool {
    return (this.dataSource.driver as unknown as { master: DividedPool }).master;
  }

  async run<T>(work: () => Promise<T>, isolation: Isolation = 'read committed'): Promise<T> {
    const surrounding = this.current();
    if (surrounding) {
      surrounding.assertAtLeast(isolation);
      return work();
    }
    this.scopes++;
    const { result, effects } = await this.runWithRetries(work, isolation).finally(() => this.forgetScopes());
    effects.forEach((effect) => this.cause(effect));
    return result;
  }

  async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.active()) return work();
    this.scopes++;
    const runner = this.dataSource.createQueryRunner();
    try {
      const shared = new SharedConnection((await runner.connect()) as PoolClient);
      return await this.scope.run(shared, work).finally(() => (shared.isOver = true));
    } finally {
      this.forgetScopes();
      await runner.release();
    }
  }

  /**
   * Runs the reads of `work` in one snapshot of another server, which has the same data. They cannot write, and are not repeated.
   * Not within a transaction.
   */
  async readAt<T>(server: DividedPool, work: () => Promise<T>): Promise<T> {
    if (this.current()) throw new Error('A transaction cannot continue on another server.');
    this.scopes++;
    try {
      const client = await server.connect();
      try {
        return (await this.within(client, work, 'repeatable read')).result;
      } finally {
        client.release();
      }
    } finally {
      this.forgetScopes();
    }
  }

  /** Runs `work` in the surrounding transaction, which goes on without its writes if it fails. */
  async runNested<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current();
    if (!transaction) throw new Error('A nested transaction needs a surrounding one.');
    return transaction.nested(work);
  }

  afterCommit(effect: () => void): void {
    const transaction = this.current();
    if (transaction) transaction.effects.push(effect);
    else this.cause(effect);
  }

  actAs(actor: Actor): void {
    actAs(actor);
    const text = actingText();
    if (text !== null && this.inTransaction) void this.write(`SELECT set_config('trunkline.actor', $1, true)`, [text]);
  }

  actingAs<T>(actor: Actor, work: () => T): T {
    if (this.inTransaction) throw new Error('The actor of a transaction is known when it begins.');
    return actingAs(actor, work);
  }

  /** The writes are committed: an effect that throws must not reject them, and not keep others from happening. */
  private cause(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.reportEffect(error);
    }
  }

  private sharedLookUps(): LookUps {
    const kind = currentKind();
    let lookUps = this.lookUps.get(kind);
    if (!lookUps) this.lookUps.set(kind, (lookUps = new LookUps(this.dataSource, kind)));
    return lookUps;
  }

  private active(): Transaction | SharedConnection | undefined {
    const scope = this.scope.getStore();
    return scope?.isOver ? undefined : scope;
  }

  private current(): Transaction | undefined {
    const scope = this.active();
    return scope instanceof Transaction ? scope : undefined;
  }

  /** AsyncLocalStorage makes Node track every promise while it is enabled, also those of plain reads. */
  private forgetScopes(): void {
    if (--this.scopes === 0) this.scope.disable();
  }

  private async runWithRetries<T>(work: () => Promise<T>, isolation: Isolation) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work, isolation);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isRetryable(error)) throw error;
        if (isOutdated(error)) this.names.renew();
      }
    }
  }

  private async attempt<T>(work: () => Promise<T>, isolation: Isolation) {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await this.within((await runner.connect()) as PoolClient, work, isolation);
    } finally {
      await runner.release();
    }
  }

  private async within<T>(client: PoolClient, work: () => Promise<T>, isolation: Isolation) {
    const transaction = new Transaction(client, isolation);
    try {
      const result = await this.scope.run(transaction, work).finally(() => (transaction.isOver = true));
      await transaction.commit();
      return { result, effects: transaction.effects };
    } catch (error) {
      throw await transaction.rollBack(error);
    }
  }

  private statement(text: string, values: readonly unknown[], plan: Plan): QueryConfig {
    const isNamed = plan !== 'for values' && this.session === 'own';
    return { name: isNamed ? this.names.of(text) : undefined, text, values: [...values] };
  }
}

function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

function isRetryable(error: unknown): boolean {
  return error instanceof RetryTransaction || RETRYABLE.has(sqlState(error)) || isOutdated(error);
}

/** Returns the name of the violated constraint or unique index, or ''. */
export function violatedConstraint(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  return 'constraint' in error ? String(error.constraint) : '';
}
