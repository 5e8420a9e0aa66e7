import { spawnSync } from 'node:child_process';
import { createDataSource, Database } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { anySecrets } from './bench/stack/application';

describe('npm run rotate-signing-key', () => {
  const run = (env: Readonly<Record<string, string>>, args: readonly string[] = []) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'rotate-signing-key', ...args], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });

  it('signs with a new key each time, and keeps the old ones published', async () => {
    const url = await freshDatabaseUrl();
    const env = { ...anySecrets(), DATABASE_URL: url };
    const outputs = [run(env), run(env)].map(({ stdout }) => stdout.trim());
    const db = new Database(await createDataSource({ url, poolSize: 1 }, []).initialize());
    const keys = await db.query<{ kid: string; is_current: boolean }>(
      `SELECT kid, retired_at IS NULL AS is_current FROM identity.signing_keys ORDER BY created_at`,
    );
    await db.dataSource.destroy();
    expect(keys.map((key) => key.is_current)).toEqual([false, true]);
    expect(outputs).toEqual(keys.map(({ kid }) => `Tokens are now signed with key ${kid}.`));
  });

  it('rotates nothing for --help or an unknown argument', async () => {
    const url = await freshDatabaseUrl();
    const env = { ...anySecrets(), DATABASE_URL: url };
    const help = run(env, ['--help']);
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('Usage: npm run rotate-signing-key')]);
    const unknown = run(env, ['--dry-run']);
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('Unknown argument: --dry-run')]);
    const db = new Database(await createDataSource({ url, poolSize: 1 }, []).initialize());
    const keys = await db.query(`SELECT FROM identity.signing_keys`);
    await db.dataSource.destroy();
    expect(keys).toHaveLength(0);
  });

  it('fails without a database', () => {
    const { status, stderr } = run({ DATA_DIR: '/nonexistent' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL is not set')]);
  });
});
