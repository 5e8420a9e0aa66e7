import { addDays, earliestId } from '@trunkline/kernel';
import { OwnerConnection, RecordingLog, type TestDatabase, testDatabase } from '../../testing';
import { Metrics } from '../../observability/metrics';
import { ExpiredMonths, MonthlyPartitions, monthlyTables } from '../monthly-partitions';
import { declareMonthRetention, forgetMonthRetention, type MonthRetention } from './month-retention';

const now = new Date();
const month = (later: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
const FIRST = -6;

describe('the months that the application may drop', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeEach(async () => {
    test = await testDatabase([]);
    owner = await OwnerConnection.open(test.url);
    for (const name of ['calls', 'others']) {
      await owner.query(`CREATE TABLE platform.${name} (id text PRIMARY KEY, created_at timestamptz NOT NULL, is_open boolean NOT NULL)
        PARTITION BY RANGE (id)`);
      await owner.query(`CREATE TABLE platform.${name}_before PARTITION OF platform.${name}
        FOR VALUES FROM (MINVALUE) TO ('${earliestId('cdr', month(FIRST))}')`);
    }
    await owner.query('SELECT platform.add_months(2)');
  });
  afterEach(async () => {
    await owner.end();
    await test.close();
  });

  /** As a migration does, over the owner's connection. */
  const runner = () =>
    ({
      isTransactionActive: true,
      query: async (text: string, values?: unknown[]) => (await owner.query(text, values)).rows,
    }) as unknown as Parameters<typeof declareMonthRetention>[0];
  const declare = (given: Partial<MonthRetention> = {}) =>
    declareMonthRetention(runner(), { table: 'platform.calls', days: 31, ...given });
  const add = (at: Date, isOpen = false) =>
    test.db.query('INSERT INTO platform.calls VALUES ($1, $2, $3)', [`${earliestId('cdr', at)}0123`, at, isOpen]);
  const months = async (table = 'platform.calls') =>
    (await owner.query('SELECT FROM platform.monthly_partitions() WHERE table_name = $1', [table])).rowCount;
  const drop = (before: Date, table = 'platform.calls') => new ExpiredMonths(test.db).drop(table, before);
  /** Lets an attempt to drop a month end after two tries instead of sixty. */
  const giveUpSoon = async () => {
    const { rows } = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('platform.drop_partition'::regproc) AS text`,
    );
    await owner.query(rows[0]?.text.replace('1..60', '1..2') ?? '');
  };

  it('are those of declared tables, past the retention that was asked for', async () => {
    await declare();
    for (const each of [FIRST, FIRST + 1, -3]) await add(addDays(month(each), 3));
    const before = (await months()) ?? 0;
    expect(await drop(month(-4))).toBe(2);
    // Two with a row, and that from before.
    expect(await months()).toBe(before - 3);
    expect(await drop(month(-4))).toBe(0);
    expect(await months('platform.others')).toBe(before);
  });

  it('are not those of other tables', async () => {
    await declare();
    const before = await months('platform.others');
    for (const table of ['platform.others', 'platform.outbox', 'platform.nothing'])
      await expect(drop(month(-4), table)).rejects.toThrow(`The retention of ${table} is not declared`);
    expect(await months('platform.others')).toBe(before);
    const mine = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('platform.month_retentions'::regproc) AS text`,
    );
    await expect(test.db.query(mine.rows[0]?.text.replace('calls', 'others') ?? '')).rejects.toThrow(
      /permission denied|must be owner/,
    );
    const direct = test.db.query(`SELECT platform.drop_partition('platform.calls', 'platform.calls_before')`);
    await expect(direct).rejects.toThrow(/permission denied|must be owner/);
    await forgetMonthRetention(runner(), 'platform.calls');
    await expect(drop(month(-4))).rejects.toThrow('is not declared');
  });

  it('keep what is younger than their minimum, whatever the application asks for', async () => {
    await declare({ days: 75 });
    await add(addDays(month(-5), 1));
    await add(addDays(month(-1), -1));
    const late = [`${earliestId('cdr', month(-4))}01`, addDays(now, -74)];
    await test.db.query('INSERT INTO platform.calls VALUES ($1, $2, false)', late);
    expect(await drop(addDays(now, 1_000))).toBe(1);
    expect(await test.db.query('SELECT FROM platform.calls')).toHaveLength(2);
  });

  it('stay for rows that keep them, and go once those are done', async () => {
    await declare({ keeping: 'created_at >= $1 OR is_open' });
    await declare({ table: 'platform.others', keeping: "created_at >= $1 AND 'it''s' <> ''" });
    await add(month(-4), true);
    expect(await drop(month(-2))).toBe(0);
    await test.db.query('UPDATE platform.calls SET is_open = false');
    expect(await drop(month(-2))).toBe(1);
    expect(await drop(month(-2), 'platform.others')).toBe(0);
  });

  it('take along what the declaration names', async () => {
    await owner.query('CREATE TABLE platform.remains (id text)');
    await declare({ before: 'DELETE FROM platform.remains WHERE id < $2' });
    const [gone, kept] = [month(-5), month(-1)].map((at) => earliestId('cdr', at));
    await owner.query('INSERT INTO platform.remains VALUES ($1), ($2)', [gone, kept]);
    await drop(month(-4));
    expect((await owner.query('SELECT id FROM platform.remains')).rows).toEqual([{ id: kept }]);
  });

  it('are shown while a lock keeps them, until they are dropped', async () => {
    await declare();
    await giveUpSoon();
    const metrics = new Metrics('test');
    expect(new MonthlyPartitions(test.db, new RecordingLog(), metrics).schedule().name).toBe('add-partitions');
    const shown = async () => /months_undropped\{table="platform.calls".*\} (.*)/.exec(await metrics.text())?.[1];
    const state = async () => (await monthlyTables(test.db)).find(({ table }) => table === 'platform.calls');
    expect([await shown(), (await state())?.undroppedSince]).toEqual(['0', null]);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM platform.calls');
    expect(await drop(month(-4))).toBe(0);
    expect(await shown()).toBe('1');
    const since = (await state())?.undroppedSince;
    expect(since?.getTime()).toBeGreaterThan(now.getTime() - 60_000);
    expect(await drop(month(-4))).toBe(0);
    expect((await state())?.undroppedSince).toEqual(since);
    await owner.query('COMMIT');
    await drop(month(-4));
    expect([await shown(), (await state())?.undroppedSince]).toEqual(['0', null]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a longer retention keeps it', () => declare({ days: 1_000 })],
    [
      'a row of it has to stay',
      (id) => test.db.query('UPDATE platform.calls SET created_at = now() WHERE id = $1', [id]),
    ],
    ['it was dropped by hand', () => owner.query('DROP TABLE platform.calls_before')],
  ])('are no longer shown as undropped once %s', async (_, keep) => {
    await declare();
    await giveUpSoon();
    const id = `${earliestId('cdr', addDays(month(FIRST), -1))}01`;
    await test.db.query('INSERT INTO platform.calls VALUES ($1, $2, false)', [id, addDays(month(FIRST), -1)]);
    const undropped = async () => (await owner.query('SELECT FROM platform.undropped_months')).rowCount;
    await owner.query('BEGIN');
    await owner.query('SELECT FROM platform.calls');
    await drop(month(-5));
    expect(await undropped()).toBe(1);
    await owner.query('COMMIT');
    await keep(id);
    await drop(month(FIRST));
    expect(await undropped()).toBe(0);
  });

  it('are dropped by one worker at a time, and no other worker waits for it', async () => {
    await declare();
    const before = await months();
    await owner.query('BEGIN');
    await owner.query(`SELECT platform.drop_expired_month('platform.calls', $1)`, [month(-4)]);
    const since = performance.now();
    expect(await drop(month(-4))).toBe(0);
    expect(performance.now() - since).toBeLessThan(5_000);
    await owner.query('ROLLBACK');
    expect(await months()).toBe(before);
    await drop(month(-4));
    expect(await months()).toBeLessThan(before ?? 0);
  });
});
