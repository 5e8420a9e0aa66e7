import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a sign-in is compared with: the devices and the countries of the user's successes. */
export class KnowDevicesAndCountries1795000104000 implements MigrationInterface {
  readonly name = 'KnowDevicesAndCountries1795000104000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.login_events ADD COLUMN device text`);
    await db.query(`UPDATE identity.login_events
      SET device = regexp_replace(coalesce(user_agent, ''), '\\y\\d+(?:[._]\\d+)*\\y', '', 'g')`);
    await db.query(`ALTER TABLE identity.login_events ALTER COLUMN device SET NOT NULL`);
    await db.query(`CREATE INDEX login_events_devices ON identity.login_events (user_id, device, at)
      WHERE outcome = 'success'`);
    await db.query(`CREATE INDEX login_events_countries ON identity.login_events (user_id, ip_country, at)
      WHERE outcome = 'success' AND ip_country IS NOT NULL`);
    await db.query(`CREATE INDEX login_events_located ON identity.login_events (user_id, at)
      WHERE outcome = 'success' AND ip_country IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX identity.login_events_located`);
    await db.query(`DROP INDEX identity.login_events_countries`);
    await db.query(`ALTER TABLE identity.login_events DROP COLUMN device`);
  }
}
