import { freshDatabaseUrl } from '../../testing';
import { APP_ROLE, createDataSource, Database } from '../database';
import { WORK_LIMITS } from './work';

describe('a statement that returns all columns, prepared before a migration adds one', () => {
  let owner: Awaited<ReturnType<typeof createDataSource>>;
  let db: Database;
  let columns = 1;

  beforeAll(async () => {
    const url = await freshDatabaseUrl();
    owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`CREATE TABLE public.notes (id int PRIMARY KEY)`);
    await owner.query(`GRANT ALL ON public.notes TO ${APP_ROLE}`);
    await owner.query(`INSERT INTO public.notes VALUES (1)`);
    // A single connection prepares the statement, and executes it again after the migration.
    db = new Database(await createDataSource({ url, poolSize: 1 }, []).initialize());
  });
  afterAll(async () => {
    await db.dataSource.destroy();
    await owner.destroy();
  });

  const NOTES = 'SELECT * FROM public.notes WHERE id = $1';
  const NOTE = [1];

  it.each<[string, () => Promise<object | null | undefined>]>([
    ['alone', () => db.find(NOTES, NOTE)],
    ['as a look-up', () => db.find(NOTES, NOTE, 'shared')],
    ['on a shared connection', () => db.together(() => db.find(NOTES, NOTE))],
    ['in a transaction', () => db.run(() => db.find(NOTES, NOTE))],
    [
      'among others in a transaction',
      async () => (await db.run(() => Promise.all([0, 1].map(() => db.find(NOTES, NOTE)))))[1],
    ],
  ])('is prepared anew, %s', async (_how, read) => {
    expect(Object.keys((await read()) ?? {})).toHaveLength(columns);
    await owner.query(`ALTER TABLE public.notes ADD COLUMN added_${columns++} int`);
    expect(Object.keys((await read()) ?? {})).toHaveLength(columns);
  });

  it('is sent once when it fails for another reason', async () => {
    await owner.query(`CREATE SEQUENCE public.sent`);
    await owner.query(`GRANT ALL ON public.sent TO ${APP_ROLE}`);
    await expect(db.query(`SELECT 1 / (nextval('public.sent') * 0)`)).rejects.toThrow('division by zero');
    expect(await db.find(`SELECT nextval('public.sent')::int AS next`)).toEqual({ next: 2 });
  });
});

describe('a statement that was not prepared, because the same one before it did not get a lock', () => {
  let owner: Awaited<ReturnType<typeof createDataSource>>;
  let db: Database;

  beforeAll(async () => {
    const url = await freshDatabaseUrl();
    owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`CREATE TABLE public.locked (id int)`);
    await owner.query(`GRANT ALL ON public.locked TO ${APP_ROLE}`);
    const limits = { ...WORK_LIMITS, rest: { statementMs: 10_000, lockMs: 200 } };
    const division = { usual: 'rest', reserves: {}, limits } as const;
    db = new Database(await createDataSource({ url, poolSize: 1, division }, []).initialize());
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE public.locked IN ACCESS EXCLUSIVE MODE');
  });
  afterAll(async () => {
    await db.dataSource.destroy();
    await owner.destroy();
  });

  const twice = (read: () => Promise<unknown>) => Promise.allSettled([read(), read()]);

  it.each<[string, () => Promise<readonly PromiseSettledResult<unknown>[]>]>([
    ['as a look-up', () => twice(() => db.find('SELECT id AS a FROM public.locked', [], 'shared'))],
    ['on a shared connection', () => db.together(() => twice(() => db.query('SELECT id AS b FROM public.locked')))],
  ])('fails for that cause, %s', async (_how, read) => {
    const notAvailable = { status: 'rejected', reason: { code: '55P03' } };
    expect(await read()).toMatchObject([notAvailable, notAvailable]);
  });

  it('is prepared once the lock is free', async () => {
    await owner.query('ROLLBACK');
    expect(await twice(() => db.find('SELECT id AS a FROM public.locked', [], 'shared'))).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
  });
});
