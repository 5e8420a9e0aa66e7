import pg, { type ClientBase } from 'pg';
import { DataSource, DefaultNamingStrategy, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { RecordedTables } from '../activity/recorded-table';
import type { SealedColumn } from '../security/sealed-column';
import './column-parsers';
import { DividedPool } from './pool/divided-pool';
import type { PoolDivision } from './pool/work';
import { columnName } from './queries/table';
import { enterAppRole } from './roles/app-role';
import type { SchemaGrants } from './roles/grants';

/** A context's contribution to the database: its entity schemas, migrations and grants. */
export interface Persistence {
  readonly schemas: readonly EntitySchema[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Rights of the application's role in the context's schema. */
  readonly grants?: SchemaGrants;
  /** The tables whose changes are the activity of accounts. */
  readonly activity?: RecordedTables;
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
    return columnName(property, custom);
  }
}

/** Returns what the connections of a pool have in common, whichever server they lead to. */
export function poolOf({ asOwner, session, division }: Omit<ConnectionOptions, 'url'>) {
  const entersRole = !asOwner && session !== 'shared';
  return {
    division,
    session,
    pipeline: true,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    onConnect: (client: ClientBase) => {
      // Between the pool and its user nothing listens, and an error without a listener would end the process. The driver
      // rejects the statements of a lost connection, and the pool drops it.
      client.on('error', () => undefined);
      // Not a start-up option: poolers reject or ignore it, and the connection would silently keep the owner's role.
      return entersRole ? enterAppRole(client) : undefined;
    },
  };
}

export function createDataSource(options: ConnectionOptions, contexts: readonly Persistence[]): DataSource {
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
    extra: poolOf(options),
  });
}
