import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { RetryTransaction } from '@trunkline/kernel';
import { APP_ROLE, createDataSource, Database, violatedConstraint } from './database';
import { freshDatabaseUrl, type TestDatabase, testDatabase } from '../testing/index';

/** Returns a function that waits until it was called `count` times; later calls return at once. */
function meetingOf(count: number): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const met = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (++arrived === count) open();
    return met;
  };
}

describe('the database', () => {
  let test: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    test = await testDatabase([]);
    db = test.db;
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`CREATE TABLE public.notes (id int PRIMARY KEY CONSTRAINT positive CHECK (id > 0), text text)`);
    await owner.query(`GRANT ALL ON public.notes TO ${APP_ROLE}`);
    await owner.destroy();
  });

  beforeEach(() => db.query(`DELETE FROM public.notes`));
  afterAll(() => test.close());

  const add = (id: number): Promise<unknown> => db.query(`INSERT INTO public.notes VALUES ($1, 'x')`, [id]);
  const ids = async (): Promise<number[]> =>
    (await db.query<{ id: number }>(`SELECT id FROM public.notes ORDER BY id`)).map(({ id }) => id);

  it('commits all of a transaction or nothing', async () => {
    await db.run(async () => {
      await add(1);
      await add(2);
    });
    const failing = db.run(async () => {
      await add(3);
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await ids()).toEqual([1, 2]);
  });

  it('returns the result of the work', async () => {
    expect(await db.run(() => Promise.resolve('answer'))).toBe('answer');
  });

  it('runs a nested transaction in the outer one', async () => {
    const failing = db.run(async () => {
      await db.run(() => add(1));
      expect(db.inTransaction).toBe(true);
      throw new Error('the outer fails');
    });
    await expect(failing).rejects.toThrow('the outer fails');
    expect(db.inTransaction).toBe(false);
    expect(await ids()).toEqual([]);
  });

  it('returns the first row of a statement, or null, or throws the given error', async () => {
    await add(1);
    const text = `SELECT id FROM public.notes WHERE id = $1`;
    expect(await db.find(text, [1])).toEqual({ id: 1 });
    expect(await db.find(text, [2])).toBeNull();
    expect(await db.get(text, [1])).toEqual({ id: 1 });
    await expect(db.get(text, [2])).rejects.toMatchObject({ code: 'not_found' });
    await expect(db.get(text, [2], () => new Error('no note'))).rejects.toThrow('no note');
  });

  it('isolates concurrent transactions', async () => {
    const failing = db.run(async () => {
      await add(1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      throw new Error('this one only');
    });
    await Promise.all([expect(failing).rejects.toThrow(), db.run(() => add(2))]);
    expect(await ids()).toEqual([2]);
  });

  it('keeps a transaction intact when a concurrent one ends', async () => {
    const other = db.run(() => add(2));
    const failing = db.run(async () => {
      await add(1);
      await other;
      expect(db.inTransaction).toBe(true);
      await add(3);
      throw new Error('this one only');
    });
    await expect(failing).rejects.toThrow('this one only');
    expect(await ids()).toEqual([2]);
  });

  it('tracks no promises outside a transaction', async () => {
    const left = jest.spyOn(AsyncLocalStorage.prototype, 'disable');
    await Promise.all([db.run(() => add(1)), db.run(() => db.run(() => add(2)))]);
    expect(left).toHaveBeenCalledTimes(1);
    left.mockRestore();
  });

  it('runs effects in order after the commit, and none after a rollback', async () => {
    const effects: string[] = [];
    await db.run(async () => {
      db.afterCommit(() => effects.push('first'));
      await db.run(() => Promise.resolve(db.afterCommit(() => effects.push('nested'))));
      expect(effects).toEqual([]);
    });
    const failing = db.run(() => {
      db.afterCommit(() => effects.push('never'));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    db.afterCommit(() => effects.push('outside'));
    expect(effects).toEqual(['first', 'nested', 'outside']);
  });

  it('runs all effects of a committed transaction, and reports those that throw', async () => {
    const [effects, reported]: [string[], unknown[]] = [[], []];
    const reporting = new Database(db.dataSource, 'own', (error) => reported.push(error));
    const failure = new RetryTransaction('from an effect');
    const fail = () => {
      throw failure;
    };
    const result = await reporting.run(async () => {
      await reporting.write(`INSERT INTO public.notes VALUES (1, 'x')`);
      reporting.afterCommit(fail);
      reporting.afterCommit(() => effects.push('second'));
      return 'committed';
    });
    reporting.afterCommit(fail);
    expect([result, effects, reported]).toEqual(['committed', ['second'], [failure, failure]]);
    expect(await ids()).toEqual([1]);
  });

  it('does not join a transaction that is less isolated', async () => {
    const nested = () => db.run(() => add(2), 'repeatable read');
    await expect(db.run(() => add(1).then(nested))).rejects.toThrow('cannot join a read committed transaction');
    expect(await ids()).toEqual([]);
    await db.run(() => db.run(() => db.run(() => add(3), 'read committed'), 'repeatable read'), 'repeatable read');
    expect(await ids()).toEqual([3]);
  });

  it('retries the outermost transaction when an adapter lost a race', async () => {
    let attempts = 0;
    await db.run(async () => {
      await add(1);
      await db.run(() => (++attempts < 3 ? Promise.reject(new RetryTransaction()) : Promise.resolve()));
    });
    expect(attempts).toBe(3);
    expect(await ids()).toEqual([1]);
  });

  it('gives up after five attempts', async () => {
    let attempts = 0;
    const run = db.run(() => {
      attempts++;
      return Promise.reject(new RetryTransaction('again'));
    });
    await expect(run).rejects.toThrow('again');
    expect(attempts).toBe(5);
  });

  it('retries after a deadlock', async () => {
    await add(1);
    await add(2);
    const touch = (id: number): Promise<unknown> =>
      db.query(`UPDATE public.notes SET text = text || 'y' WHERE id = $1`, [id]);
    const meet = meetingOf(2);
    const both = (first: number, second: number): Promise<void> =>
      db.run(async () => {
        await touch(first);
        await meet();
        await touch(second);
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(await db.query(`SELECT text FROM public.notes`)).toEqual([{ text: 'xyy' }, { text: 'xyy' }]);
  });

  it('retries after a serialization failure', async () => {
    await db.query(`INSERT INTO public.notes VALUES (1, '0')`);
    const meet = meetingOf(3);
    const count = (): Promise<void> =>
      db.run(async () => {
        const row = await db.find<{ text: string }>(`SELECT text FROM public.notes WHERE id = 1`);
        await meet();
        await db.query(`UPDATE public.notes SET text = $1 WHERE id = 1`, [String(Number(row?.text) + 1)]);
      }, 'repeatable read');
    await Promise.all([count(), count(), count()]);
    expect(await db.find(`SELECT text FROM public.notes`)).toEqual({ text: '3' });
  });

  it('names the constraint that a row violates', async () => {
    const error: unknown = await add(-1).catch((caught: unknown) => caught);
    expect(violatedConstraint(error)).toBe('positive');
    const other: unknown = await db.run(() => add(-1)).catch((caught: unknown) => caught);
    expect(violatedConstraint(other)).toBe('positive');
    expect(violatedConstraint(new Error('other'))).toBe('');
  });

  it('does not report a commit when the error of a failed statement was ignored', async () => {
    const run = db.run(async () => {
      await add(1);
      await add(-1).catch(() => undefined);
    });
    await expect(run).rejects.toThrow('failed and its error was ignored');
    expect(await ids()).toEqual([]);
  });

  it('does not share its connection after the transaction ended', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const failing = db.run(() => {
      late = begun.then(() => add(7));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    await db
      .run(async () => {
        begin();
        await late;
        throw new Error('rolls back whatever shares its connection');
      })
      .catch(() => undefined);
    await late;
    expect(await ids()).toEqual([7]);
  });

  it('outlives a connection that breaks in the middle of a transaction', async () => {
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    const broken = db.run(async () => {
      await add(1);
      const [{ pid }] = (await db.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }];
      await Promise.all([db.query(`SELECT pg_sleep(20)`), owner.query(`SELECT pg_terminate_backend($1)`, [pid])]);
    });
    await expect(broken).rejects.toThrow('terminating connection');
    await owner.destroy();
    await db.run(() => add(2));
    expect(await ids()).toEqual([2]);
  });

  it('reads int8 as a number, and rejects unsafe integers', async () => {
    expect(await db.find(`SELECT 9007199254740991::bigint AS n`)).toEqual({ n: Number.MAX_SAFE_INTEGER });
    await expect(db.query(`SELECT 9007199254740993::bigint AS n`)).rejects.toThrow('exceeds a safe integer');
  });

  it('works as the role that cannot alter tables', async () => {
    expect(await db.find(`SELECT current_user AS role`)).toEqual({ role: APP_ROLE });
    await expect(db.query(`DROP TABLE platform.outbox`)).rejects.toThrow('must be owner');
    await expect(db.query(`CREATE TABLE platform.other (id int)`)).rejects.toThrow('permission denied');
  });

  it('works as that role when the URL has options', async () => {
    const url = new URL(await freshDatabaseUrl());
    url.searchParams.set('options', '-c statement_timeout=4321');
    const dataSource = await createDataSource({ url: url.toString() }, []).initialize();
    const [row] = await dataSource.query<object[]>(
      `SELECT current_user AS role, current_setting('statement_timeout') AS timeout`,
    );
    await dataSource.destroy();
    expect(row).toEqual({ role: APP_ROLE, timeout: '4321ms' });
  });

  it('looks rows up together on one connection, each with its own result or error', async () => {
    await Promise.all([add(1), add(2)]);
    const connect = jest.spyOn(db.pool, 'connect');
    const one = (id: number) => db.find<{ id: number }>(`SELECT id FROM public.notes WHERE id = $1`, [id], 'shared');
    const results = await Promise.allSettled([one(1), one(3), db.find(`SELECT 1 / $1::int`, [0], 'shared'), one(2)]);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { id: 1 } },
      { status: 'fulfilled', value: null },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: { id: 2 } },
    ]);
    await db.run(async () => {
      await add(4);
      expect(await one(4)).toEqual({ id: 4 });
    });
  });

  it('looks up several rows in their order', async () => {
    await Promise.all([add(1), add(2), add(3)]);
    const beyond = (id: number) =>
      db.query<{ id: number }>(`SELECT id FROM public.notes WHERE id > $1 ORDER BY id DESC`, [id], 'shared');
    expect(await Promise.all([beyond(1), beyond(3)])).toEqual([[{ id: 3 }, { id: 2 }], []]);
  });

  it.each([
    [[]],
    [['voice', 'sms']],
    [['', ' ', 'a b', 'a,b', '{a}', '"', '\\', 'a\nb']],
    [['NULL', 'null', 'Null']],
    [['grüße', '+12125550123', '10.0.0.0/8']],
    [[null, 'NULL', null]],
  ])('returns the list %j as it was stored', async (list) => {
    expect(await db.query(`SELECT $1::text[] AS list`, [list])).toEqual([{ list }]);
  });
});
