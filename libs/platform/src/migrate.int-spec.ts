import { randomBytes } from 'node:crypto';
import { APP_ROLE, createDataSource } from './database';
import { migrate } from './migrate';
import { platformPersistence } from './outbox';
import { freshDatabaseUrl } from './testing';

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
  it('runs each migration once, whoever begins at the same time', async () => {
    const url = await emptyDatabaseUrl();
    const runs = await Promise.all([1, 2, 3].map(() => migrate(url, [platformPersistence])));
    const names = platformPersistence.migrations.map((Migration) => new Migration().name);
    expect(runs.flat().sort()).toEqual([...names].sort());
    expect(await migrate(url, [platformPersistence])).toEqual([]);
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

  it('lets the application read and write what it makes', async () => {
    const url = await emptyDatabaseUrl();
    await migrate(url, [platformPersistence]);
    const db = await createDataSource({ url, poolSize: 1 }, []).initialize();
    const [row] = await db.query<object[]>(`SELECT current_user AS role, count(*)::int AS events FROM platform.outbox`);
    expect(row).toEqual({ role: APP_ROLE, events: 0 });
    await db.destroy();
  });
});
