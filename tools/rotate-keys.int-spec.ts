import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { anySecrets } from './bench/stack/application';

describe('npm run rotate-keys', () => {
  const run = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'rotate-keys'], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });

  it('reports the rotation, and fails without the keys that sealed the database', async () => {
    const env = { ...anySecrets(), DATABASE_URL: await freshDatabaseUrl() };
    const rotated = run(env);
    expect([rotated.status, rotated.stdout]).toEqual([0, expect.stringContaining('values were sealed again')]);
    const failed = run({ ...env, MASTER_KEYS: `other:${randomBytes(32).toString('base64')}` });
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('The rotation failed: ')]);
  });
});
