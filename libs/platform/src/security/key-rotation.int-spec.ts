import { createDataSource, Database } from '../database/database';
import { testDatabase, type TestDatabase } from '../testing/index';
import { CryptoBox } from './crypto-box';
import { KeyRotation } from './key-rotation';
import { verifyMasterKeys } from './master-keys';
import type { SealedColumn } from './sealed-column';

const key = (id: string) => ({ id, secret: Buffer.alloc(32, id) });
const COLUMN: SealedColumn = { table: 'public.letters', key: ['id', 'part'], column: 'sealed', purpose: 'letter' };

describe('KeyRotation', () => {
  let test: TestDatabase;
  let owner: Database;
  const old = new CryptoBox([key('old')]);
  const both = new CryptoBox([key('new'), key('old')]);
  const fresh = new CryptoBox([key('new')]);

  beforeEach(async () => {
    test = await testDatabase([]);
    owner = new Database(await createDataSource({ url: test.url, asOwner: true, poolSize: 2 }, []).initialize());
    await owner.query(`CREATE TABLE public.letters (id text, part text, sealed text, PRIMARY KEY (id, part))`);
    await verifyMasterKeys(test.db, old);
    for (let n = 0; n < 450; n++) await add(old, `l_${String(n).padStart(3, '0')}`);
    await verifyMasterKeys(test.db, both);
  });
  afterEach(async () => {
    await owner.dataSource.destroy();
    await test.close();
  });

  const add = (box: CryptoBox, id: string) =>
    owner.query(`INSERT INTO public.letters VALUES ($1, 'a', $2)`, [
      id,
      box.seal('letter', `text of ${id}`, `${id}\na`),
    ]);
  const rotation = (box = both) => new KeyRotation(owner, box, [COLUMN]);
  const openAll = async () => {
    const rows = await owner.query<{ id: string; sealed: string }>(`SELECT id, sealed FROM public.letters ORDER BY id`);
    return rows.map(({ id, sealed }) => fresh.open('letter', sealed, `${id}\na`).toString() === `text of ${id}`);
  };

  it('seals every value under the first key, after which the service starts without the old one', async () => {
    await expect(verifyMasterKeys(test.db, fresh)).rejects.toThrow('the key old is missing');
    expect(await rotation().rotate()).toBe(450);
    expect(await rotation().forgetOldKeys()).toEqual(['old']);
    expect(new Set(await openAll())).toEqual(new Set([true]));
    await verifyMasterKeys(test.db, fresh);
    expect(await rotation().rotate()).toBe(0);
  });

  it('continues after a crash with the values that are left', async () => {
    let opened = 0;
    const open = (purpose: string, sealed: string, bound?: string) => {
      if (++opened > 300) throw new Error('crash');
      return both.open(purpose, sealed, bound);
    };
    const failing = Object.assign(Object.create(both) as CryptoBox, { open });
    await expect(rotation(failing).rotate()).rejects.toThrow('crash');
    await expect(rotation().forgetOldKeys()).rejects.toThrow('public.letters still has values');
    expect(await rotation().rotate()).toBe(150);
    expect(await rotation().forgetOldKeys()).toEqual(['old']);
  });

  it('does not overwrite a value that changes while it runs', async () => {
    const changed = both.seal('letter', 'changed', 'l_000\na');
    // The service writes between the read and the update of the rotation.
    const racing = Object.create(owner) as Database;
    racing.query = async (text: string, values?: readonly unknown[]) => {
      if (text.startsWith('UPDATE') && values?.includes('l_000'))
        await owner.query(`UPDATE public.letters SET sealed = $1 WHERE id = 'l_000'`, [changed]);
      return owner.query(text, values);
    };
    expect(await new KeyRotation(racing, both, [COLUMN]).rotate()).toBe(449);
    const [row] = await owner.query<{ sealed: string }>(`SELECT sealed FROM public.letters WHERE id = 'l_000'`);
    expect(row?.sealed).toBe(changed);
  });
});
