import type { ClientBase, QueryConfig } from 'pg';

/** The role of every process except the migrator. `grants` of each Persistence declares its rights. */
export const APP_ROLE = 'trunkline_app';

/** Executes statements: a driver connection or TypeORM's query runner. */
export interface StatementRunner {
  query(sql: string): Promise<unknown>;
}

/** Limits this statement. The pool's own time-out covers only the connection. */
const ENTER_TIMEOUT_MS = 10_000;

/** PostgreSQL separates the SET option of a role from membership from this version on. */
const SET_PRIVILEGE_SINCE = 160_000;

/**
 * Creates the application's role and allows the current user to set it. Roles belong to the server, so another database may
 * have created it. Idempotent, also for concurrent processes.
 */
export async function ensureAppRole(db: StatementRunner): Promise<void> {
  await db.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE} NOLOGIN; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  await db.query(`DO $$ BEGIN
    IF NOT pg_has_role(current_user, '${APP_ROLE}', CASE
      WHEN current_setting('server_version_num')::int >= ${SET_PRIVILEGE_SINCE} THEN 'SET' ELSE 'MEMBER' END)
    THEN EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user); END IF;
    EXCEPTION WHEN unique_violation THEN NULL; END $$`);
}

/** Sets the application's role for the lifetime of the connection. `searchPath` replaces the default one. */
export async function enterAppRole(client: ClientBase, searchPath?: string): Promise<void> {
  const text = `SET ROLE ${APP_ROLE}${searchPath ? `; SET search_path TO ${searchPath}` : ''}`;
  await client.query({ text, query_timeout: ENTER_TIMEOUT_MS } as QueryConfig);
}

/**
 * Returns a pool's hook that sets the role on each new connection. The pool awaits it, although its type does not say
 * so.
 */
export function enteringAppRole(searchPath?: string): (client: ClientBase) => void {
  const enter: (client: ClientBase) => unknown = (client) => enterAppRole(client, searchPath);
  return enter;
}
