import { CryptoBox } from './crypto-box';
import { createDataSource } from '../database/database';
import { type MasterKeysError, verifyMasterKeys } from './master-keys';
import { type TestDatabase, testDatabase } from '../testing/index';

const key = (id: string, fill: string) => ({ id, secret: Buffer.alloc(32, fill) });
const keys = (...all: { id: string; secret: Buffer }[]) => new CryptoBox(all);

describe('the check of the master keys', () => {
  let test: TestDatabase;

  beforeEach(async () => {
    test = await testDatabase([]);
  });
  afterEach(() => test.close());

  const faults = async (box: CryptoBox): Promise<readonly string[]> => {
    const error: unknown = await verifyMasterKeys(test.db, box).catch((caught: unknown) => caught);
    return error === undefined ? [] : (error as MasterKeysError).faults;
  };

  it('accepts known keys, with new ones before or after them', async () => {
    expect(await faults(keys(key('a', 'a')))).toEqual([]);
    expect(await faults(keys(key('a', 'a')))).toEqual([]);
    expect(await faults(keys(key('b', 'b'), key('a', 'a')))).toEqual([]);
    expect(await faults(keys(key('a', 'a'), key('b', 'b')))).toEqual([]);
  });

  it('refuses another key of the same name', async () => {
    await verifyMasterKeys(test.db, keys(key('a', 'a')));
    expect(await faults(keys(key('a', 'x')))).toEqual([expect.stringContaining('the key a is not the one')]);
  });

  it('rejects keys that lack one in use', async () => {
    await verifyMasterKeys(test.db, keys(key('b', 'b'), key('a', 'a')));
    expect(await faults(keys(key('b', 'b')))).toEqual([expect.stringContaining('the key a is missing')]);
    expect(await faults(keys(key('c', 'c')))).toHaveLength(2);
    expect(await test.db.query(`SELECT id FROM platform.master_keys ORDER BY id`)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('accepts one of two processes that start with different keys on an empty database', async () => {
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    // Each has looked before the first has written, unless they take turns.
    await owner.query(`CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$`);
    await owner.query(`CREATE TRIGGER wait BEFORE INSERT ON platform.master_keys
      FOR EACH ROW EXECUTE FUNCTION public.wait()`);
    await owner.destroy();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) => verifyMasterKeys(test.db, keys(key(name, name)))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await test.db.query(`SELECT FROM platform.master_keys`)).toHaveLength(1);
  });
});
