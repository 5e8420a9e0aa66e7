import { randomBytes } from 'node:crypto';
import { APP_ROLE, createDataSource } from './database';
import { migrate } from './migrate';
import { platformPersistence } from './platform-persistence';
import { freshDatabaseUrl } from '../testing/index';

/** A database with nothing in it. */
async function emptyDatabaseUrl(): Promise<string> {
  const url = new URL(await freshDatabaseUrl());
  const admin = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
  const name = `empty_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.destroy();
  url.pathname = `/${name}`;
  return url.toString();
}

describe('migrating', () => {
  it('runs each migration once when processes start concurrently', async () => {
    const url = await emptyDatabaseUrl();
    const runs = await Promise.all([1, 2, 3].map(() => migrate(url, [platformPersistence])));
    const names = platformPersistence.migrations.map((Migration) => new Migration().name);
    expect(runs.flatMap(({ migrations }) => migrations).sort()).toEqual([...names].sort());
    expect(await migrate(url, [platformPersistence])).toEqual({ migrations: [], repaired: [] });
  });

  it('can be undone', async () => {
    const url = await emptyDatabaseUrl();
    await migrate(url, [platformPersistence]);
    const db = await createDataSource({ url, asOwner: true, poolSize: 2 }, [platformPersistence]).initialize();
    for (const migration of platformPersistence.migrations) {
      expect(migration).toBeDefined();
      await db.undoLastMigration();
    }
    const left = await db.query<object[]>(`SELECT FROM information_schema.schemata WHERE schema_name = 'platform'`);
    expect(left).toEqual([]);
    await db.destroy();
  });

  it('grants the application read and write access to new tables', async () => {
    const url = await emptyDatabaseUrl();
    await migrate(url, [platformPersistence]);
    const db = await createDataSource({ url, poolSize: 1 }, []).initialize();
    const [row] = await db.query<object[]>(`SELECT current_user AS role, count(*)::int AS events FROM platform.outbox`);
    expect(row).toEqual({ role: APP_ROLE, events: 0 });
    await db.destroy();
  });

  it('repairs lost and excessive rights of the application', async () => {
    const url = await emptyDatabaseUrl();
    await migrate(url, [platformPersistence]);
    const owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`REVOKE ALL ON platform.outbox, bullmq.job FROM ${APP_ROLE}`);
    await owner.query(`REVOKE ALL ON SCHEMA platform FROM ${APP_ROLE}`);
    await owner.query(`GRANT UPDATE, TRUNCATE ON platform.audit_trail TO ${APP_ROLE}`);
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA platform REVOKE ALL ON TABLES FROM ${APP_ROLE}`);
    const { repaired } = await migrate(url, [platformPersistence]);
    expect(repaired).toEqual(['bullmq.job', 'platform.audit_trail', 'platform.outbox']);
    await owner.query(`CREATE TABLE platform.later (id int)`);
    const may = (right: string, table: string) => `has_table_privilege('${APP_ROLE}', '${table}', '${right}')`;
    const [row] = await owner.query<object[]>(`SELECT ${may('DELETE', 'platform.outbox')} AS outbox,
      ${may('UPDATE', 'platform.audit_trail')} OR ${may('TRUNCATE', 'platform.audit_trail')} AS trail,
      ${may('INSERT', 'platform.later')} AS later, has_schema_privilege('${APP_ROLE}', 'platform', 'USAGE') AS usage`);
    await owner.destroy();
    expect(row).toEqual({ outbox: true, trail: false, later: true, usage: true });
  });

  it('names the missing rights of a role that owns neither the database nor its public schema', async () => {
    const url = new URL(await emptyDatabaseUrl());
    const admin = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
    const name = `migrator_${randomBytes(4).toString('hex')}`;
    await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'x'`);
    await admin.query(`GRANT ${APP_ROLE} TO ${name} WITH ADMIN OPTION`);
    await admin.query(`GRANT ALL ON DATABASE ${url.pathname.slice(1)} TO ${name}`);
    url.username = name;
    url.password = 'x';
    const run = () => migrate(url.toString(), [platformPersistence]);
    await expect(run()).rejects.toThrow(`run GRANT CREATE ON SCHEMA public TO ${name}`);
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
    expect((await run()).migrations).toContain('CreatePlatform1795000000000');
    await admin.query(`DROP OWNED BY ${name} CASCADE`);
    await admin.query(`DROP ROLE ${name}`);
    await admin.destroy();
  });

  it('requires a role that can create roles, not a superuser', async () => {
    const url = new URL(await emptyDatabaseUrl());
    const admin = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
    const name = `owner_${randomBytes(4).toString('hex')}`;
    await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'x'`);
    // As if this role had created it: it belongs to all databases of the server, and another test came first.
    await admin.query(`GRANT ${APP_ROLE} TO ${name} WITH ADMIN OPTION`);
    await admin.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${name}`);
    url.username = name;
    url.password = 'x';
    expect((await migrate(url.toString(), [platformPersistence])).migrations).toContain('CreatePlatform1795000000000');
    await admin.query(`DROP OWNED BY ${name} CASCADE`);
    await admin.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO current_user`);
    await admin.query(`DROP ROLE ${name}`);
    await admin.destroy();
  });
});
