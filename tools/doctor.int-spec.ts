import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { anySecrets } from './bench/stack/application';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

describe('npm run doctor', () => {
  const env = {
    ...anySecrets(),
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'doctor-')),
    BACKUP_COMMAND: 'date +%s',
  };
  const run = async (given: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const child = spawn(process.execPath, ['tools/run.mjs', 'doctor', ...args], { env: { ...env, ...given } });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { status, text: Buffer.concat(chunks).toString() };
  };
  const faultsOf = async (given: Readonly<Record<string, string>>) => {
    const { status, text } = await run(given, '--json');
    const { ok, findings } = JSON.parse(text) as { readonly ok: boolean; readonly findings: readonly Finding[] };
    return { status, ok, faults: findings.filter((finding) => finding.status === 'fault') };
  };

  it('checks everything over a good database, and prints a line with what to do for each finding', async () => {
    const { text } = await run({ DATABASE_URL: await freshDatabaseUrl() }, '--mail-to=ops@example.com');
    expect(text).toContain('ok       database    All migrations have run.\n');
    expect(text).toContain('ok       documents   A file was stored in DATA_DIR, read and deleted.\n');
    expect(text).toContain('ok       mail        A mail to ops@example.com was accepted');
    expect(text).toMatch(/warning {2}documents {3}Documents are not scanned for viruses\.\n {21}→ Run clamd/);
    expect(text).toMatch(/ok {7}backups {5}The newest backup of BACKUP_COMMAND is 0 hours old\./);
    expect(text).toMatch(/\n\d+ ok, \d+ warnings, \d+ faults\n$/);
  });

  it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
    ['no settings', { SESSION_SECRETS: 'short' }, 'settings', /SESSION_SECRETS/],
    ['no database', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'database', /ECONNREFUSED/],
  ])('exits with 1 for a deployment with %s', async (_name, given, check, message) => {
    const { status, ok, faults } = await faultsOf({ DATABASE_URL: 'postgres://127.0.0.1:1/none', ...given });
    expect([status, ok]).toEqual([1, false]);
    expect(faults).toContainEqual(
      expect.objectContaining({
        check,
        message: expect.stringMatching(message) as string,
        remedy: expect.any(String) as string,
      }),
    );
  });

  it('exits with 1 for a database whose migrations have not run', async () => {
    const url = await freshDatabaseUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`DELETE FROM trunkline_migrations WHERE name = 'CommandTestCalls1795020860000'`);
    await client.end();
    expect(await faultsOf({ DATABASE_URL: url })).toEqual({
      status: 1,
      ok: false,
      faults: [
        {
          check: 'database',
          status: 'fault',
          message: '1 migrations have not run, first CommandTestCalls1795020860000.',
          remedy: 'Run `npm run migrate`.',
        },
      ],
    });
  });

  it('rejects an argument that it does not know', async () => {
    expect((await run({}, '--fix')).status).toBe(2);
  });
});
