/** The role that every process but the migrator works as; the migrations decide what it may not do. */
export const APP_ROLE = 'trunkline_app';

interface Connection {
  query(sql: string): Promise<unknown>;
}

/** The privilege to take on a role is told apart from membership only from this version on. */
const SET_PRIVILEGE_SINCE = 160_000;

/**
 * Creates the application's role and lets the current user take it on. Roles belong to the server, not to one database, so
 * another database of ours may have created it already. Safe to repeat, also from several processes at once.
 */
export async function ensureAppRole(db: Connection): Promise<void> {
  await db.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE} NOLOGIN; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  await db.query(`DO $$ BEGIN
    IF NOT pg_has_role(current_user, '${APP_ROLE}', CASE
      WHEN current_setting('server_version_num')::int >= ${SET_PRIVILEGE_SINCE} THEN 'SET' ELSE 'MEMBER' END)
    THEN EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user); END IF;
    EXCEPTION WHEN unique_violation THEN NULL; END $$`);
}
