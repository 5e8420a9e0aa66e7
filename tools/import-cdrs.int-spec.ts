import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { eventually, freshDatabaseUrl } from '@trunkline/platform/testing';
import { anySecrets } from './bench/stack/application';

const HEADER = 'Sid,From,To,Direction,StartTime,EndTime,Duration,Status';
const NUMBER = '+442079460958';
/** Too little memory for 100,000 rows at once: V8 would end the process. */
const FLAGS = ['--max-old-space-size=160'];
const DAY_MS = 86_400_000;
/** Calls of three months, up to yesterday. */
const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS - 92 * DAY_MS;

function rowOf(n: number): string {
  const start = FIRST + (n % 7_776_000) * 1000;
  const [seconds, status] = n % 4 === 0 ? ['', 'busy'] : [String(n % 300), 'completed'];
  const at = (ms: number) => new Date(ms).toISOString();
  const end = at(start + (n % 300) * 1000);
  const remote = `+49301${String(n % 1_000_000).padStart(7, '0')}`;
  const parties = n % 2 === 0 ? `${remote},${NUMBER},inbound` : `${NUMBER},${remote},outbound-api`;
  return `CA${n},${parties},${at(start)},${end},${seconds},${status}`;
}

const textOf = (rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const rows = (count: number) => Array.from({ length: count }, (_, n) => rowOf(n));

async function writeCalls(path: string, count: number): Promise<void> {
  const out = createWriteStream(path);
  for (let n = 0; n < count; n += 1_000)
    out.write(`${n === 0 ? `${HEADER}\n` : ''}${Array.from({ length: 1_000 }, (_, i) => rowOf(n + i)).join('\n')}\n`);
  out.end();
  await finished(out);
}

describe('npm run import-cdrs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  let env: Record<string, string>;
  let db: pg.Client;

  beforeAll(async () => {
    const url = await freshDatabaseUrl();
    env = { ...anySecrets(), PATH: process.env['PATH'] ?? '', DATA_DIR: folder, DATABASE_URL: url };
    db = new pg.Client({ connectionString: url });
    await db.connect();
    // Builds the command.
    expect(spawnSync(process.execPath, ['tools/run.mjs', 'import-cdrs', '--help'], { env }).status).toBe(0);
  });
  afterAll(async () => {
    await db.end();
    rmSync(folder, { recursive: true });
  });

  const anAccount = async (id: string, status = 'active') => {
    await db.query(
      `INSERT INTO identity.accounts (id, name, tier, country, status, billing_mode, suspended_for, settings, created_at, closed_at)
       VALUES ($1, 'Account', 'self_serve', 'GB', $2, 'prepaid', '{}', '{}', now(), CASE $2 WHEN 'closed' THEN now() END)`,
      [id, status],
    );
    return id;
  };
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [...FLAGS, 'dist/tools/import-cdrs.js', ...args], { env });
    const [out, errors]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    const ended = new Promise<{ status: number | null; out: string; errors: string }>((resolve) =>
      child.on('close', (status) => resolve({ status, out: out.join(''), errors: errors.join('') })),
    );
    return { child, ended };
  };
  const run = (...args: readonly string[]) => start(...args).ended;
  const countOf = async (accountId: string) =>
    Number((await db.query('SELECT count(*) FROM cdr.cdrs WHERE account_id = $1', [accountId])).rows[0].count);
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('imports a compressed file, reports faults by line, and nothing in a dry run', async () => {
    const accountId = await anAccount('acc_faults');
    const broken = Array.from({ length: 120 }, (_, n) => `CB${n},+1,${NUMBER},inbound,yesterday,,1,completed`);
    const path = file('may.csv.gz', gzipSync(textOf([...rows(2_500), ...broken, rowOf(0)])));
    const tried = await run(path, `--account=${accountId}`, '--dry-run');
    expect(tried).toMatchObject({ status: 3 });
    expect(tried.out).toBe('2621 rows, 2501 would be added, 0 imported before, 120 refused\n');
    expect(await countOf(accountId)).toBe(0);
    const done = await run(path, '--account', accountId);
    expect(done).toMatchObject({ status: 3, out: '2621 rows, 2500 added, 1 imported before, 120 refused\n' });
    expect(done.errors).toContain('line 2502, StartTime: is not a time');
    expect(done.errors).toContain('line 2601, StartTime');
    expect(done.errors).not.toContain('line 2602, StartTime');
    const faults = readFileSync(join(folder, 'may.faults.csv'), 'utf8').trim().split('\r\n');
    expect([faults.length, faults[0], faults[120]]).toEqual([
      121,
      'line,column,message',
      expect.stringMatching(/^2621,StartTime,"?is not a time/),
    ]);
    expect(statSync(join(folder, 'may.faults.csv')).mode & 0o077).toBe(0);
    expect(await countOf(accountId)).toBe(2_500);
    const { rows: entries } = await db.query(
      `SELECT actor, action, after FROM platform.audit_trail WHERE account_id = $1`,
      [accountId],
    );
    expect(entries).toEqual([
      { actor: 'import-cdrs', action: 'cdr.import', after: { source: 'twilio', file: 'may.csv.gz' } },
    ]);
  });

  it('adds each call once after kill -9, and when two processes import the file at once', async () => {
    const accountId = await anAccount('acc_killed');
    const path = file('killed.csv', textOf(rows(8_000)));
    const first = start(path, '--account', accountId);
    await eventually(async () => expect(await countOf(accountId)).toBeGreaterThan(0), 60_000);
    first.child.kill('SIGKILL');
    expect((await first.ended).status).toBeNull();
    const kept = await countOf(accountId);
    expect(kept % 1_000).toBe(0);
    expect(kept).toBeLessThan(8_000);
    const both = await Promise.all([run(path, '--account', accountId), run(path, '--account', accountId)]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    const added = both.map(({ out }) => Number(/(\d+) added/.exec(out)?.[1]));
    expect([kept, ...added].reduce((sum, each) => sum + each, 0)).toBe(8_000);
    expect(await countOf(accountId)).toBe(8_000);
    const { rows: hours } = await db.query(
      'SELECT sum(calls)::integer AS calls FROM cdr.call_hours WHERE account_id = $1',
      [accountId],
    );
    expect(hours).toEqual([{ calls: 8_000 }]);
    expect(existsSync(join(folder, 'killed.faults.csv'))).toBe(false);
  });

  it('imports 100,000 rows in bounded memory, and repeats them faster', async () => {
    const path = join(folder, 'many.csv');
    await writeCalls(path, 100_000);
    const accountId = await anAccount('acc_many');
    const timed = async () => {
      const began = Date.now();
      const { status, out } = await run(path, '--account', accountId);
      return { status, out, seconds: (Date.now() - began) / 1000 };
    };
    const first = await timed();
    expect(first).toMatchObject({ status: 0, out: '100000 rows, 100000 added, 0 imported before, 0 refused\n' });
    const again = await timed();
    expect(again).toMatchObject({ status: 0, out: '100000 rows, 0 added, 100000 imported before, 0 refused\n' });
    expect(again.seconds).toBeLessThan(first.seconds);
  });

  it.each<[string, number, readonly string[], RegExp]>([
    ['without an account', 2, ['calls.csv'], /Name the account/],
    ['with an unknown option', 2, ['calls.csv', '--acount', 'x'], /Unknown option/],
    ['with an unknown provider', 2, ['calls.csv', '--account', 'x', '--from', 'x'], /not a known provider/],
    ['for an unknown account', 1, ['calls.csv', '--account', 'unknown@example.com'], /no account/],
    ['for a closed account', 1, ['calls.csv', '--account', 'acc_closed'], /is closed/],
    ['for a file that does not exist', 1, ['none.csv', '--account', 'acc_open'], /ENOENT/],
    ['for a file of unknown columns', 1, ['calls.csv', '--account', 'acc_open'], /no known export/],
    ['for a file that is not compressed', 1, ['calls.csv.gz', '--account', 'acc_open'], /incorrect header check/],
  ])('fails %s', async (_name, code, [name = '', ...args], message) => {
    await db.query(`DELETE FROM identity.accounts WHERE id IN ('acc_open', 'acc_closed')`);
    await anAccount('acc_open');
    await anAccount('acc_closed', 'closed');
    for (const each of ['calls.csv', 'calls.csv.gz']) file(each, 'a,b\n1,2\n');
    const { status, errors, out } = await run(join(folder, name), ...args);
    expect([status, errors, out]).toEqual([code, expect.stringMatching(message), '']);
  });
});
