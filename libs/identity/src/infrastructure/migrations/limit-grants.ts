import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a grant may use of its application: nothing once it is disabled. */
const usableOf = (app: string) => `CASE WHEN ${app}.disabled_at IS NULL THEN ${app}.max_scopes ELSE '{}' END`;

// An update that changes nothing: it waits for a change of the application and returns what that has written. A lock would do
// that too, but a change under REPEATABLE READ has to fail, and is repeated, if grants were added since its snapshot.
const LIMIT_ADDED = `CREATE FUNCTION identity.limit_added_grant() RETURNS trigger LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  UPDATE identity.oauth_apps p SET updated_at = p.updated_at WHERE p.client_id = NEW.client_id
  RETURNING ${usableOf('p')} INTO NEW.max_scopes;
  RETURN NEW;
END $$`;

const LIMIT_ALL = `CREATE FUNCTION identity.limit_grants_of_app() RETURNS trigger LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  UPDATE identity.oauth_grants SET max_scopes = ${usableOf('NEW')} WHERE client_id = NEW.client_id AND revoked_at IS NULL;
  RETURN NULL;
END $$`;

/**
 * Copies the maximum of each application to its grants, so that the check of an access token needs no row of the application.
 * Triggers keep the copies, so that consents and changes by processes of the previous version count too.
 * See docs/oauth.md#grants.
 */
export class LimitGrants1795000901000 implements MigrationInterface {
  readonly name = 'LimitGrants1795000901000';

  async up(db: QueryRunner): Promise<void> {
    // In the order in which a change of an application takes its locks.
    await db.query(`LOCK TABLE identity.oauth_apps IN SHARE ROW EXCLUSIVE MODE`);
    await db.query(`ALTER TABLE identity.oauth_grants ADD COLUMN max_scopes text[]`);
    await db.query(LIMIT_ADDED);
    await db.query(LIMIT_ALL);
    await db.query(`CREATE TRIGGER limit_added BEFORE INSERT ON identity.oauth_grants
      FOR EACH ROW EXECUTE FUNCTION identity.limit_added_grant()`);
    await db.query(`CREATE TRIGGER limit_grants AFTER UPDATE ON identity.oauth_apps FOR EACH ROW
      WHEN ((OLD.max_scopes, OLD.disabled_at) IS DISTINCT FROM (NEW.max_scopes, NEW.disabled_at))
      EXECUTE FUNCTION identity.limit_grants_of_app()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER limit_grants ON identity.oauth_apps`);
    await db.query(`DROP TRIGGER limit_added ON identity.oauth_grants`);
    await db.query(`DROP FUNCTION identity.limit_grants_of_app`);
    await db.query(`DROP FUNCTION identity.limit_added_grant`);
    await db.query(`ALTER TABLE identity.oauth_grants DROP COLUMN max_scopes`);
  }
}

/**
 * Fills the copies of the grants from before. A transaction of its own: the column's blocks readers. A grant that an
 * application's change has filled meanwhile is skipped.
 */
export class LimitOldGrants1795000901001 implements MigrationInterface {
  readonly name = 'LimitOldGrants1795000901001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE identity.oauth_grants g SET max_scopes = ${usableOf('p')} FROM identity.oauth_apps p
      WHERE p.client_id = g.client_id AND g.max_scopes IS NULL`);
  }

  async down(): Promise<void> {
    // The column goes with the migration before.
  }
}
