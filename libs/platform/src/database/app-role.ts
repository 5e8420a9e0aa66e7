import type { ClientBase, QueryConfig } from 'pg';

/** The role that every process but the migrator works as. What it may do stands in `grants` of each Persistence. */
export const APP_ROLE = 'trunkline_app';

/** What a statement can be sent to: a connection of the driver, or TypeORM's query runner. */
export interface StatementRunner {
  query(sql: string): Promise<unknown>;
}

/** The pool's own time-out ends with the connection, before this statement. */
const ENTER_TIMEOUT_MS = 10_000;

/** The privilege to take on a role is told apart from membership only from this version on. */
const SET_PRIVILEGE_SINCE = 160_000;

/**
 * Creates the application's role and lets the current user take it on. Roles belong to the server, not to one database, so
 * another database of ours may have created it already. Safe to repeat, also from several processes at once.
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

/** Takes on the application's role for as long as the connection lasts; `searchPath` replaces the default one. */
export async function enterAppRole(client: ClientBase, searchPath?: string): Promise<void> {
  const text = `SET ROLE ${APP_ROLE}${searchPath ? `; SET search_path TO ${searchPath}` : ''}`;
  await client.query({ text, query_timeout: ENTER_TIMEOUT_MS } as QueryConfig);
}

/** For a pool: each new connection takes on the role first. The pool waits for the promise, though its type says nothing of it. */
export function enteringAppRole(searchPath?: string): (client: ClientBase) => void {
  const enter: (client: ClientBase) => unknown = (client) => enterAppRole(client, searchPath);
  return enter;
}
