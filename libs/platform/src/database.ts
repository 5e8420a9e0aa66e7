import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Isolation, RetryTransaction, Transactor } from '@trunkline/kernel';
import { type Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import {
  DataSource,
  DefaultNamingStrategy,
  type EntityManager,
  type EntitySchema,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';

/** What a context brings to the database: its mapping and its history. */
export interface Persistence {
  readonly schemas: readonly EntitySchema[];
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export interface ConnectionOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Migrations run as the login role; everything else as the role without rights to rewrite the ledger. */
  readonly asOwner?: boolean;
}

/** The role that every process but the migrator works as; the migrations decide what it may not do. */
export const APP_ROLE = 'trunkline_app';

const INT8_OID = 20;
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 5;
const POOL_SIZE = 20;
const STATEMENT_NAME_LENGTH = 20;

// pg hands back int8 as text; every int8 in this system is cents or a counter and fits a double.
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds a safe integer`);
  return value;
});

class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

export function createDataSource(options: ConnectionOptions, contexts: readonly Persistence[]): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    entities: contexts.flatMap((context) => [...context.schemas]),
    migrations: contexts.flatMap((context) => [...context.migrations]),
    migrationsTableName: 'trunkline_migrations',
    namingStrategy: new SnakeCase(),
    entitySkipConstructor: true,
    synchronize: false,
    applicationName: options.applicationName ?? 'trunkline',
    poolSize: options.poolSize ?? POOL_SIZE,
    extra: options.asOwner ? {} : { options: `-c role=${APP_ROLE}` },
  });
}

interface Scope {
  readonly manager: EntityManager;
  readonly client: PoolClient;
  readonly committed: (() => void)[];
}

/** The one way to PostgreSQL: statements and aggregates join the transaction around them, if there is one. */
export class Database extends Transactor {
  private readonly scope = new AsyncLocalStorage<Scope>();
  private readonly names = new Map<string, string>();

  constructor(readonly dataSource: DataSource) {
    super();
  }

  /** TypeORM's manager of the transaction around the caller, or of the pool. */
  get manager(): EntityManager {
    return this.scope.getStore()?.manager ?? this.dataSource.manager;
  }

  get inTransaction(): boolean {
    return this.scope.getStore() !== undefined;
  }

  /** Runs a prepared statement (planned once per connection). Rows come as the driver reads them, snake_case. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const runner = this.scope.getStore()?.client ?? this.pool;
    return (await runner.query<Row>({ name: this.nameOf(text), text, values: [...values] })).rows;
  }

  /** The first row, or null. */
  async queryOne<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.query<Row>(text, values))[0] ?? null;
  }

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  override async run<T>(work: () => Promise<T>, isolation: Isolation = 'read committed'): Promise<T> {
    if (this.scope.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work, isolation);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isRetryable(error)) throw error;
      }
    }
  }

  override afterCommit(effect: () => void): void {
    const scope = this.scope.getStore();
    if (scope) scope.committed.push(effect);
    else effect();
  }

  private async attempt<T>(work: () => Promise<T>, isolation: Isolation): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const committed: (() => void)[] = [];
    try {
      const client = (await runner.connect()) as PoolClient;
      await begin(runner, isolation);
      const result = await this.scope.run({ manager: runner.manager, client, committed }, work);
      await runner.commitTransaction();
      committed.forEach((effect) => effect());
      return result;
    } catch (error) {
      // A connection that is gone cannot roll back; the server has done it, and the first error is the one to report.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (!name) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, STATEMENT_NAME_LENGTH);
      this.names.set(text, name);
    }
    return name;
  }
}

function begin(runner: QueryRunner, isolation: Isolation): Promise<void> {
  // READ COMMITTED is the server's default, so naming it would cost a round trip.
  return runner.startTransaction(isolation === 'repeatable read' ? 'REPEATABLE READ' : undefined);
}

function isRetryable(error: unknown): boolean {
  return error instanceof RetryTransaction || RETRYABLE.has(sqlState(error));
}

/** PostgreSQL's five-character code of an error, or ''. */
export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The name of the violated constraint or unique index, or ''. */
export function violatedConstraint(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const source = 'driverError' in error ? (error.driverError as object) : error;
  return 'constraint' in source ? String(source.constraint) : '';
}
