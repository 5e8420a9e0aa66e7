import { AsyncLocalStorage } from 'node:async_hooks';
import { type Isolation, RetryTransaction, Transactor } from '@trunkline/kernel';
import pg, { type ClientBase, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import {
  DataSource,
  DefaultNamingStrategy,
  type EntityManager,
  type EntitySchema,
  type MigrationInterface,
} from 'typeorm';
import { DividedPool, sendAlone } from './pool/divided-pool';
import { currentKind, type PoolDivision } from './pool/work';
import { enterAppRole } from './roles/app-role';
import type { SchemaGrants } from './roles/grants';
import './columns/column-parsers';
import type { SealedColumn } from '../security/sealed-column';
import { LookUps, SharedConnection } from './shared-connection';
import { sqlState } from './sql-state';
import { isOutdated, StatementNames } from './statement-names';
import { sendTogether, Transaction } from './transaction';

export { DatabaseAccess, findDatabaseAccess } from './roles/access';
export { DatabaseAccessError } from './roles/access-error';
export { APP_ROLE } from './roles/app-role';
export { type SchemaGrants } from './roles/grants';

/** A context's contribution to the database: its entity schemas, migrations and grants. */
export interface Persistence {
  readonly schemas: readonly EntitySchema[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Rights of the application's role in the context's schema. */
  readonly grants?: SchemaGrants;
  /** The columns with sealed values, which a rotation of the master key seals again. */
  readonly sealed?: readonly SealedColumn[];
}

export interface ConnectionOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** How long to wait for a connection before the statement fails. */
  readonly connectionWaitMs?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** True keeps the login role, for migrations. By default, connections take on the restricted role. */
  readonly asOwner?: boolean;
  /**
   * `shared`: a pooler assigns a server connection per transaction. Nothing is set on the connection, so the login role
   * itself must be restricted. Default: `own`.
   */
  readonly session?: 'own' | 'shared';
  /** How kinds of work share the pool. Default: they do not, and statements have no limits. */
  readonly division?: PoolDivision;
}

const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 5;
/** With the connections of the queues and the listening one, a process has at most 15. */
const POOL_SIZE = 10;
/** After this long without a free or new connection, the request fails with 503. */
const CONNECTION_WAIT_MS = 10_000;
/**
 * Longer than the minute between two runs of most schedules: opening a connection costs both sides the key derivation of
 * SCRAM, and PostgreSQL a process whose caches are empty.
 */
export const IDLE_CONNECTION_MS = 90_000;

class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

export function createDataSource(options: ConnectionOptions, contexts: readonly Persistence[]): DataSource {
  const entersRole = !options.asOwner && options.session !== 'shared';
  return new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: DividedPool },
    url: options.url,
    entities: contexts.flatMap((context) => [...context.schemas]),
    migrations: contexts.flatMap((context) => [...context.migrations]),
    migrationsTableName: 'trunkline_migrations',
    namingStrategy: new SnakeCase(),
    entitySkipConstructor: true,
    synchronize: false,
    applicationName: options.applicationName ?? 'trunkline',
    poolSize: options.poolSize ?? POOL_SIZE,
    connectTimeoutMS: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    extra: {
      division: options.division,
      session: options.session,
      pipeline: true,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      onConnect: (client: ClientBase) => {
        // Between the pool and its user nothing listens, and an error without a listener would end the process. The driver
        // rejects the statements of a lost connection, and the pool drops it.
        client.on('error', () => undefined);
        // Not a start-up option: poolers reject or ignore it, and the connection would silently keep the owner's role.
        return entersRole ? enterAppRole(client) : undefined;
      },
    },
  });
}

/**
 * How often PostgreSQL plans a statement: `once` per connection, or `for values` at each execution (some tenths of a
 * millisecond), for statements whose best plan depends on the number of matching rows.
 */
export type Plan = 'once' | 'for values';

/**
 * An expression for RETURNING: lets a statement outside of a transaction commit as `commitLazily` says. In a transaction it
 * would apply to all of it.
 */
export const COMMIT_LAZILY = `set_config('synchronous_commit', 'off', true)`;

/** Executes statements and persists aggregates. Joins the surrounding transaction, if there is one. */
export class Database extends Transactor {
  private readonly scope = new AsyncLocalStorage<Transaction | SharedConnection>();
  /** By kind of work. */
  private readonly lookUps = new Map<string, LookUps>();
  private readonly names = new StatementNames();
  private scopes = 0;

  /** In a `shared` session statements are not named, because the next one may run on another connection. */
  constructor(
    readonly dataSource: DataSource,
    private readonly session: 'own' | 'shared' = 'own',
  ) {
    super();
  }

  /** TypeORM's manager of the surrounding transaction, or of the pool. */
  get manager(): EntityManager {
    return this.current()?.manager ?? this.dataSource.manager;
  }

  get inTransaction(): boolean {
    return this.current() !== undefined;
  }

  /** Executes a prepared statement (see Plan). Rows keep the snake_case names of their columns. */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    plan: Plan = 'once',
  ): Promise<Row[]> {
    const connection = this.active();
    const send = () => {
      const statement = this.statement(text, values, plan);
      return connection ? connection.query<Row>(statement) : this.pool.send<Row>(statement);
    };
    return (await (this.inTransaction ? send() : this.names.send(send))).rows;
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
   * Sends a statement whose rows are needed only after the transaction, so that it shares a round trip with COMMIT. To
   * return the promise from `work`, wrap it in an object: `run` would await a bare promise before COMMIT. Its error rejects
   * `run`.
   */
  later<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.current()?.later<Row>(this.statement(text, values, 'once')) ?? this.query<Row>(text, values);
  }

  /** Executes independent statements on one connection, in one round trip. Returns the rows of each. */
  async queryAll(
    statements: readonly (readonly [text: string, values: readonly unknown[]])[],
  ): Promise<QueryResultRow[][]> {
    if (this.current()) return Promise.all(statements.map(([text, values]) => this.query(text, values)));
    return this.names.send(() => this.sendAll(statements));
  }

  private async sendAll(
    statements: readonly (readonly [text: string, values: readonly unknown[]])[],
  ): Promise<QueryResultRow[][]> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      sendTogether(client);
      const results = statements.map(([text, values]) => sendAlone(client, this.statement(text, values, 'once')));
      return (await Promise.all(results)).map(({ rows }) => rows);
    } finally {
      await runner.release();
    }
  }

  /** Returns the first row, or null. */
  async queryOne<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.query<Row>(text, values))[0] ?? null;
  }

  /** Returns the first row of a look-up (see `lookUpAll`), or null. */
  async lookUp<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.look<Row>(text, values)).rows[0] ?? null;
  }

  /**
   * Returns the rows of a look-up: a read by index of at most a page of rows. Outside a transaction, look-ups of several
   * requests are sent together on one connection, and each waits for those before it.
   */
  async lookUpAll<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.look<Row>(text, values)).rows;
  }

  get pool(): DividedPool {
    return (this.dataSource.driver as unknown as { master: DividedPool }).master;
  }

  override async run<T>(work: () => Promise<T>, isolation: Isolation = 'read committed'): Promise<T> {
    if (this.current()) return work();
    this.scopes++;
    const { result, effects } = await this.runWithRetries(work, isolation).finally(() => this.forgetScopes());
    // After the retries: an effect that throws must not repeat a committed transaction.
    effects.forEach((effect) => effect());
    return result;
  }

  override async together<T>(work: () => Promise<T>): Promise<T> {
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

  /** Runs `work` in the surrounding transaction, which goes on without its writes if it fails. */
  async runNested<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current();
    if (!transaction) throw new Error('A nested transaction needs a surrounding one.');
    return transaction.nested(work);
  }

  override commitLazily(): void {
    this.current()?.write({ text: 'SET LOCAL synchronous_commit = off' }, (error) => error);
  }

  override afterCommit(effect: () => void): void {
    const transaction = this.current();
    if (transaction) transaction.effects.push(effect);
    else effect();
  }

  private look<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    const connection = this.active() ?? this.usualLookUps();
    const send = () => connection.query<Row>(this.statement(text, values, 'once'));
    return this.inTransaction ? send() : this.names.send(send);
  }

  private usualLookUps(): LookUps {
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
      const transaction = new Transaction(runner, (await runner.connect()) as PoolClient, isolation);
      try {
        const result = await this.scope.run(transaction, work).finally(() => (transaction.isOver = true));
        await transaction.commit();
        return { result, effects: transaction.effects };
      } catch (error) {
        throw await transaction.rollBack(error);
      }
    } finally {
      await runner.release();
    }
  }

  private statement(text: string, values: readonly unknown[], plan: Plan): QueryConfig {
    const isNamed = plan === 'once' && this.session === 'own';
    return { name: isNamed ? this.names.of(text) : undefined, text, values: [...values] };
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof RetryTransaction || RETRYABLE.has(sqlState(error)) || isOutdated(error);
}

/** Returns the name of the violated constraint or unique index, or ''. */
export function violatedConstraint(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const source = 'driverError' in error ? (error.driverError as object) : error;
  return 'constraint' in source ? String(source.constraint) : '';
}
