import { ConditionNotMet, RetryTransaction } from '@trunkline/kernel';
import { requiring, toConditionNotMet } from './queries/condition';
import { APP_ROLE, COMMIT_LAZILY, createDataSource, Database, violatedConstraint } from './database';
import { freshDatabaseUrl, WireProxy } from '../testing/index';

describe('a transaction', () => {
  let wire: WireProxy;
  let db: Database;

  beforeAll(async () => {
    const url = await freshDatabaseUrl();
    const owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`CREATE TABLE public.notes (id int PRIMARY KEY CONSTRAINT positive CHECK (id > 0), text text)`);
    await owner.query(`GRANT ALL ON public.notes TO ${APP_ROLE}`);
    await owner.destroy();
    wire = await WireProxy.start(url);
    db = new Database(await createDataSource({ url: wire.url }, []).initialize());
  });
  beforeEach(() => db.query(`DELETE FROM public.notes`));
  afterAll(async () => {
    await db.dataSource.destroy();
    await wire.stop();
  });

  const INSERT = `INSERT INTO public.notes VALUES ($1, $2)`;
  /** Fails as a serialization failure does. */
  const LOSE = `DO $$ BEGIN RAISE 'The race was lost.' USING ERRCODE = '40001'; END $$`;
  const COUNT = `SELECT count(*) FROM public.notes`;
  const write = (id: number) => db.write(INSERT, [id, 'x']);
  const ids = async () =>
    (await db.query<{ id: number }>(`SELECT id FROM public.notes ORDER BY id`)).map(({ id }) => id);

  it('sends BEGIN with its first statement, and its writes with COMMIT', async () => {
    const trips = await wire.during(() =>
      db.run(async () => {
        await db.query(COUNT);
        await write(1);
        await write(2);
      }),
    );
    expect(trips).toEqual([
      ['BEGIN', COUNT],
      [INSERT, INSERT, 'COMMIT'],
    ]);
    expect(await ids()).toEqual([1, 2]);
  });

  it('sends independent reads in one round trip', async () => {
    const trips = await wire.during(() => db.run(() => Promise.all([db.query(COUNT), db.query('SELECT 1')])));
    expect(trips).toEqual([['BEGIN', COUNT, 'SELECT 1'], ['COMMIT']]);
  });

  it('is sent as a whole, and undone, when it requires a condition', async () => {
    const isEmpty = requiring('NOT EXISTS (SELECT FROM public.notes WHERE id = 1)');
    const addOnce = () =>
      db.run(async () => {
        await db.write(isEmpty, [], toConditionNotMet);
        await write(1);
        await db.write(INSERT, [2 + (await Promise.resolve(0)), 'x']);
      });
    expect(await wire.during(addOnce)).toEqual([['BEGIN', isEmpty, INSERT, INSERT, 'COMMIT']]);
    await expect(addOnce()).rejects.toBeInstanceOf(ConditionNotMet);
    expect(await ids()).toEqual([1, 2]);
  });

  it('sends independent reads without a transaction in one round trip too', async () => {
    const reads = () => db.together(() => Promise.all([db.query(COUNT), db.query('SELECT 1'), db.query('SELECT 2')]));
    expect(await wire.during(reads)).toEqual([[COUNT, 'SELECT 1', 'SELECT 2']]);
  });

  it('opens a transaction of its own among reads on one connection', async () => {
    const failing = db.together(async () => {
      await db.query(COUNT);
      await db.run(() => write(1));
      await db.run(async () => {
        await write(2);
        expect(await db.together(() => db.query(COUNT))).toEqual([{ count: 2 }]);
        throw new Error('the second fails');
      });
    });
    await expect(failing).rejects.toThrow('the second fails');
    expect(await ids()).toEqual([1]);
  });

  it('sends nothing when it executes no statement', async () => {
    expect(await wire.during(() => db.run(() => Promise.resolve()))).toEqual([]);
  });

  it('rejects with the error of a failed write and commits nothing', async () => {
    const failing = db.run(async () => {
      await write(1);
      await write(-1);
    });
    const error: unknown = await failing.catch((caught: unknown) => caught);
    expect(violatedConstraint(error)).toBe('positive');
    expect(await ids()).toEqual([]);
  });

  it('lets the caller handle the error of a write that it waits for', async () => {
    const other = new Error('another error');
    const failing = db.run(async () => {
      await db.write(INSERT, [-1, 'x'], () => new Error('translated'));
      await expect(db.settled()).rejects.toThrow('translated');
      throw other;
    });
    await expect(failing).rejects.toBe(other);
    const ignoring = db.run(async () => {
      await write(-1);
      await db.settled().catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow('its error was ignored');
    expect(await ids()).toEqual([]);
  });

  it('rejects with the error of the first failed write, not with those of the statements after it', async () => {
    const translated = new Error('translated');
    const failing = db.run(async () => {
      await db.write(INSERT, [-1, 'x'], () => translated);
      await write(-2);
      await db.query(COUNT).catch(() => undefined);
    });
    await expect(failing).rejects.toBe(translated);
  });

  it('commits nothing when the driver cannot send a value', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const failing = db.run(async () => {
      await write(1);
      // A statement of its own: the driver forgets that it closes it.
      await db.write(`INSERT INTO public.notes SELECT 2, $1`, [circular]);
    });
    await expect(failing).rejects.toThrow('circular');
    expect(await ids()).toEqual([]);
  });

  it('is retried when a write lost a race', async () => {
    await write(1);
    let id = 1;
    await db.run(() => db.write(INSERT, [id++, 'x'], () => new RetryTransaction()));
    expect(await ids()).toEqual([1, 2]);
  });

  it('is retried when a statement lost a race that writes follow in the same round trip', async () => {
    // No connection has prepared it, and the second one relies on the first.
    const insert = `INSERT INTO public.notes SELECT $1, 'after a lost race'`;
    let attempts = 0;
    await db.run(async () => {
      const racing = attempts++ === 0 ? db.query(LOSE) : Promise.resolve();
      await db.write(insert, [1]);
      await db.write(insert, [2]);
      await racing;
    });
    expect([attempts, await ids()]).toEqual([2, [1, 2]]);
  });

  it('rejects with the error of the first failed statement, though the caller of a later one reports first', async () => {
    const slowly = async (text: string) => [await db.find(text)];
    await expect(db.run(() => Promise.all([slowly('SELECT 1 / 0'), db.query(COUNT)]))).rejects.toThrow('division');
    await db.run(async () => {
      const nested = db.runNested(() => Promise.all([slowly('SELECT 1 / 0'), db.query(COUNT)]));
      await expect(nested).rejects.toThrow('division');
      const next = db.runNested(() => Promise.all([slowly(`SELECT 'x'::int`), db.query(COUNT)]));
      await expect(next).rejects.toThrow('invalid input');
    });
    let attempts = 0;
    await db.run(() => Promise.all([slowly(attempts++ === 0 ? LOSE : COUNT), db.query(COUNT)]));
    expect(attempts).toBe(2);
  });

  it('rejects with the error of a statement, not with those of the writes after it', async () => {
    const failing = db.run(async () => {
      const divided = db.query('SELECT 1 / 0');
      await write(1);
      await divided;
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await ids()).toEqual([]);
  });

  it('commits nothing when the error of a statement was ignored, and writes follow it', async () => {
    const ignoring = db.run(async () => {
      db.query('SELECT 1 / 0').catch(() => undefined);
      await write(1);
    });
    await expect(ignoring).rejects.toThrow('its error was ignored');
    const nesting = db.run(async () => {
      await db.query('SELECT 1 / 0').catch(() => undefined);
      await db.runNested(() => write(1)).catch(() => undefined);
      await write(2);
    });
    await expect(nesting).rejects.toThrow();
    expect(await ids()).toEqual([]);
  });

  it('goes on after a nested transaction with its own error, not with that of the writes after it', async () => {
    await db.run(async () => {
      const nested = db.runNested(async () => {
        const divided = db.query('SELECT 1 / 0');
        await write(1);
        await divided;
      });
      await expect(nested).rejects.toThrow('division by zero');
      await write(2);
    });
    expect(await ids()).toEqual([2]);
  });

  it('goes on without the writes of a nested transaction that failed', async () => {
    await db.run(async () => {
      await write(1);
      const nested = db.runNested(async () => {
        await write(2);
        await write(-1);
      });
      await expect(nested).rejects.toThrow('positive');
      await write(3);
    });
    expect(await ids()).toEqual([1, 3]);
  });

  it('does not go on after a nested transaction when a write before it failed', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const failing = db.run(async () => {
      await db.write(`INSERT INTO public.notes SELECT 4, $1`, [circular]);
      await db.runNested(() => Promise.reject(new Error('nested'))).catch(() => undefined);
      await write(1);
    });
    await expect(failing).rejects.toThrow('circular');
    expect(await ids()).toEqual([]);
  });

  it('drops the effects of a nested transaction that failed', async () => {
    const effects: string[] = [];
    const nested = async () => {
      db.afterCommit(() => effects.push('nested'));
      await write(-1);
    };
    await db.run(async () => {
      db.afterCommit(() => effects.push('before'));
      await expect(db.runNested(nested)).rejects.toThrow('positive');
      db.afterCommit(() => effects.push('after'));
    });
    expect(effects).toEqual(['before', 'after']);
  });

  it('commits without waiting for the disk where it says so, and no other does', async () => {
    const url = new URL(wire.url);
    url.searchParams.set('options', '-c synchronous_commit=on');
    const own = new Database(await createDataSource({ url: url.toString(), poolSize: 1 }, []).initialize());
    const setting = `current_setting('synchronous_commit') AS setting`;
    const read = () => own.find(`SELECT ${setting}`);
    const lazy = await own.find(`INSERT INTO public.notes VALUES (1, 'x') RETURNING ${COMMIT_LAZILY}, ${setting}`);
    const others = [await read(), await own.run(read)];
    await own.dataSource.destroy();
    expect([lazy, ...others].map((row) => row?.['setting'])).toEqual(['off', 'on', 'on']);
  });

  it('awaits a write outside a transaction', async () => {
    await expect(write(-1)).rejects.toThrow('positive');
    await expect(db.write(INSERT, [-1, 'x'], () => new Error('translated'))).rejects.toThrow('translated');
  });
});
