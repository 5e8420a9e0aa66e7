import { Pool, type PoolClient } from 'pg';
import { createDataSource } from './database';
import { PreparedStatement } from './prepared-statement';
import { type TestDatabase, testDatabase } from './testing';

describe('a prepared statement', () => {
  let test: TestDatabase;
  let client: PoolClient;

  beforeAll(async () => {
    test = await testDatabase([]);
    client = await test.db.pool.connect();
  });
  afterAll(async () => {
    client.release();
    await test.close();
  });

  const run = (name: string, text: string, ...values: unknown[]) =>
    new PreparedStatement(name, text, values).run(client);

  it('reads rows as the driver does, the first time and every other', async () => {
    const text = `SELECT n, n * $1::bigint AS big, now() - now() = interval '0' AS same, $2::timestamptz AS at,
      ARRAY['a', NULL] AS list, '{"a": 1}'::jsonb AS json, NULLIF(n, 2) AS odd, '' AS empty
      FROM generate_series(1, 2) n`;
    const values = [2 ** 40, new Date('2026-02-28T12:30:00.125Z')];
    const { rows } = await client.query({ text, values });
    expect(rows).toHaveLength(2);
    for (let time = 1; time <= 3; time++) expect(await run('rows', text, ...values)).toEqual(rows);
  });

  it('is described once per connection, and answers nothing where there is nothing', async () => {
    let described = 0;
    const count = () => described++;
    client.connection.on('rowDescription', count).on('noData', count);
    for (let time = 1; time <= 3; time++) {
      expect(await run('once', 'SELECT $1::int AS n', time)).toEqual([{ n: time }]);
      expect(await run('never', 'CREATE TEMPORARY TABLE IF NOT EXISTS gone ()')).toEqual([]);
    }
    client.connection.off('rowDescription', count).off('noData', count);
    expect(described).toBe(2);
  });

  it('can be run after it failed, also when it failed the first time', async () => {
    await expect(run('fails', 'SELECT $1::int AS n', 'one')).rejects.toThrow('invalid input syntax');
    expect(await run('fails', 'SELECT $1::int AS n', 1)).toEqual([{ n: 1 }]);
    await expect(run('fails', 'SELECT $1::int AS n', 'two')).rejects.toThrow('invalid input syntax');
    expect(await run('fails', 'SELECT $1::int AS n', 2)).toEqual([{ n: 2 }]);
  });

  it('has failed its transaction when it says so', async () => {
    for (let time = 1; time <= 50; time++) {
      await client.query('BEGIN');
      await expect(run('fails', 'SELECT $1::int AS n', 'x')).rejects.toThrow('invalid input syntax');
      const status = client.getTransactionStatus();
      await client.query('ROLLBACK');
      expect(status).toBe('E');
    }
  });

  it('fails when its connection ends', async () => {
    const pool = new Pool({ connectionString: test.url, max: 1 });
    const other = await pool.connect();
    const lost = new Promise((resolve) => other.once('error', resolve));
    const ending = new PreparedStatement('ends', 'SELECT pg_terminate_backend(pg_backend_pid())', []);
    await expect(ending.run(other)).rejects.toThrow('terminating connection');
    await lost;
    other.release(true);
    await pool.end();
  });

  it('says why the server has ended its connection, run by the pool too, which goes on with another', async () => {
    const pool = new Pool({ connectionString: test.url, max: 1 });
    const ending = new PreparedStatement('ends', 'SELECT pg_terminate_backend(pg_backend_pid())', []);
    await expect(ending.run(pool)).rejects.toMatchObject({ code: '57P01' });
    expect(await new PreparedStatement('next', 'SELECT 1 AS n', []).run(pool)).toEqual([{ n: 1 }]);
    await pool.end();
  });

  it('fails for a row that cannot be read, and the connection goes on', async () => {
    await expect(run('too big', 'SELECT $1::bigint AS n', '9007199254740993')).rejects.toThrow('safe integer');
    expect(await run('too big', 'SELECT $1::bigint AS n', '1')).toEqual([{ n: 1 }]);
  });

  it('is refused once when its columns have changed, and never reads one for another', async () => {
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query('CREATE TABLE public.changing AS SELECT 1 AS a, 2 AS b');
    await owner.query('GRANT SELECT ON public.changing TO PUBLIC');
    expect(await run('all', 'SELECT * FROM public.changing')).toEqual([{ a: 1, b: 2 }]);
    await owner.query('ALTER TABLE public.changing DROP COLUMN a');
    await owner.destroy();
    await expect(run('all', 'SELECT * FROM public.changing')).rejects.toThrow('must not change result type');
    expect(await run('all', 'SELECT * FROM public.changing')).toEqual([{ b: 2 }]);
  });

  it('is prepared anew on a connection that has lost it', async () => {
    expect(await run('lost', 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
    await client.query('DISCARD ALL');
    await expect(run('lost', 'SELECT 1 AS a')).rejects.toMatchObject({ code: '26000' });
    expect(await run('lost', 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
  });

  it('fails with a trace of who asked', async () => {
    const asker = async (): Promise<unknown> => await run('nowhere', 'SELECT * FROM public.nowhere');
    await expect(asker()).rejects.toMatchObject({ code: '42P01', stack: expect.stringContaining('asker') });
  });
});
