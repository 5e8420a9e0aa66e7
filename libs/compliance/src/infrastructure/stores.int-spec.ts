import { SystemClock } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../compliance.module';
import { addBundle } from '../testing';
import { EnvelopedPersonalData } from './enveloped-personal-data';
import { SqlBundleDirectory } from './sql-bundle-directory';

describe('compliance in PostgreSQL', () => {
  let test: TestDatabase;
  let data: EnvelopedPersonalData;
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]);

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
    data = new EnvelopedPersonalData(test.db, box, new SystemClock());
  });
  afterAll(() => test.close());

  describe('BundleDirectory', () => {
    it('finds a bundle of the account', async () => {
      const validUntil = new Date('2027-01-01T00:00:00Z');
      const terms = { status: 'submitted', country: 'FR', numberType: 'mobile', validUntil } as const;
      const bundle = await addBundle(test.db, 'acc_1', terms);
      await expect(new SqlBundleDirectory(test.db).find('acc_1', bundle.id)).resolves.toEqual(bundle);
    });

    it("does not find another account's", async () => {
      const { id } = await addBundle(test.db, 'acc_1');
      await expect(new SqlBundleDirectory(test.db).find('acc_2', id)).resolves.toBeNull();
    });

    it('finds many of many accounts, each for its own account alone', async () => {
      const [one, other] = [await addBundle(test.db, 'acc_1'), await addBundle(test.db, 'acc_2')];
      const asked = [
        { accountId: 'acc_1', bundleId: one.id },
        { accountId: 'acc_2', bundleId: other.id },
      ];
      const directory = new SqlBundleDirectory(test.db);
      const found = await directory.findMany(asked);
      expect(new Set(found)).toEqual(new Set([one, other]));
      const swapped = asked.map(({ bundleId }, index) => ({ accountId: asked[1 - index]?.accountId ?? '', bundleId }));
      await expect(directory.findMany(swapped)).resolves.toEqual([]);
      await expect(directory.findMany([])).resolves.toEqual([]);
    });
  });

  it('lists the approved bundles of an account and country, while their approval holds', async () => {
    const now = new Date('2027-01-01T00:00:00Z');
    const add = (change: Parameters<typeof addBundle>[2], account = 'acc_list') =>
      addBundle(test.db, account, { status: 'approved', country: 'FR', ...change });
    const [any, mobile] = [await add({ numberType: null, validUntil: null }), await add({ numberType: 'mobile' })];
    await add({ validUntil: now });
    await add({ status: 'submitted' });
    await add({ country: 'DE' });
    await add({}, 'acc_other');

    const listed = await new SqlBundleDirectory(test.db).listApproved('acc_list', 'FR', now);
    expect(listed.map(({ id }) => id).sort()).toEqual([any.id, mobile.id].sort());
  });

  describe('PersonalData', () => {
    it('opens what it has sealed, and keeps nothing readable', async () => {
      const sealed = await data.seal('acc_1', 'eu_1', Buffer.from('Ada Lovelace'));
      expect(Buffer.from(sealed.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('Ada');
      expect((await data.open('acc_1', 'eu_1', sealed)).toString()).toBe('Ada Lovelace');
    });

    it('opens it neither for another record nor for another account', async () => {
      const sealed = await data.seal('acc_1', 'eu_1', Buffer.from('Ada Lovelace'));
      await expect(data.open('acc_1', 'eu_2', sealed)).rejects.toThrow();
      await expect(data.open('acc_2', 'eu_1', sealed)).rejects.toThrow();
    });

    it('makes one key for an account, however many ask at once', async () => {
      const sealed = await Promise.all(
        Array.from({ length: 10 }, (_, index) => data.seal('acc_3', `eu_${index}`, Buffer.from(String(index)))),
      );
      const opened = await Promise.all(sealed.map((text, index) => data.open('acc_3', `eu_${index}`, text)));
      expect(opened.map(String)).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
    });

    it('has lost everything once the key is erased', async () => {
      const sealed = await data.seal('acc_4', 'eu_1', Buffer.from('Ada Lovelace'));
      await data.erase('acc_4');
      await expect(data.open('acc_4', 'eu_1', sealed)).rejects.toMatchObject({ code: 'not_found' });
      await expect(data.seal('acc_4', 'eu_1', Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
