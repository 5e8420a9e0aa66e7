import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../compliance.module';
import { addBundle } from '../testing';
import { FileRequirements } from './file-requirements';
import { StoredBundleDirectory } from './bundle-directory';

const directoryOf = ({ db }: TestDatabase) => new StoredBundleDirectory(db, new FileRequirements());

describe('StoredBundleDirectory', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
  });
  afterAll(() => test.close());

  it('finds a bundle of the account', async () => {
    const validUntil = new Date('2027-01-01T00:00:00Z');
    const terms = { status: 'submitted', country: 'FR', numberType: 'mobile', validUntil } as const;
    const bundle = await addBundle(test.db, 'acc_1', terms);
    await expect(directoryOf(test).find('acc_1', bundle.id)).resolves.toEqual(bundle);
  });

  it("does not find another account's", async () => {
    const { id } = await addBundle(test.db, 'acc_1');
    await expect(directoryOf(test).find('acc_2', id)).resolves.toBeNull();
  });

  it('finds bundles of several accounts, each only for its own account', async () => {
    const one = await addBundle(test.db, 'acc_1');
    const other = await addBundle(test.db, 'acc_2');
    const requested = [
      { accountId: 'acc_1', bundleId: one.id },
      { accountId: 'acc_2', bundleId: other.id },
    ];
    const directory = directoryOf(test);
    const found = await directory.findMany(requested);
    expect(new Set(found)).toEqual(new Set([one, other]));
    const swapped = requested.map(({ bundleId }, index) => ({
      accountId: requested[1 - index]?.accountId ?? '',
      bundleId,
    }));
    await expect(directory.findMany(swapped)).resolves.toEqual([]);
    await expect(directory.findMany([])).resolves.toEqual([]);
  });

  it('lists the approved bundles of an account and country until their approval expires', async () => {
    const now = new Date('2027-01-01T00:00:00Z');
    const add = (change: Parameters<typeof addBundle>[2], account = 'acc_list') =>
      addBundle(test.db, account, { status: 'approved', country: 'FR', ...change });
    const any = await add({ numberType: null, validUntil: null });
    const mobile = await add({ numberType: 'mobile' });
    await add({ validUntil: now });
    await add({ status: 'submitted' });
    await add({ country: 'DE' });
    await add({}, 'acc_other');

    const listed = await directoryOf(test).listApproved('acc_list', 'FR', now);
    expect(listed.map(({ id }) => id).sort()).toEqual([any.id, mobile.id].sort());
  });

  it('returns the contents of a bundle only while its approval is valid', async () => {
    const now = new Date('2027-01-01T00:00:00Z');
    const contentsOf = async (change: Parameters<typeof addBundle>[2], accountId = 'acc_1') => {
      const { id: bundleId } = await addBundle(test.db, 'acc_1', change);
      return directoryOf(test).findApproved({ accountId, bundleId }, now);
    };
    const valid = { endUserId: expect.stringMatching(/^eu_/) as string, documentIds: [] };
    await expect(contentsOf({ status: 'approved' })).resolves.toEqual(valid);
    await expect(contentsOf({ validUntil: new Date(now.getTime() + 1) })).resolves.toEqual(valid);
    await expect(contentsOf({ validUntil: now })).resolves.toBeNull();
    await expect(contentsOf({ status: 'submitted' })).resolves.toBeNull();
    await expect(contentsOf({ status: 'rejected' })).resolves.toBeNull();
    await expect(contentsOf({}, 'acc_2')).resolves.toBeNull();
  });

  it.each([
    ['a business of the country', { kind: 'business', country: 'SE' }, []],
    ['a person of the country', { kind: 'person', country: 'SE' }, ['geographic', 'national']],
    ['a business abroad', { kind: 'business', country: 'NO' }, ['geographic', 'national', 'mobile', 'tollfree']],
  ])('excludes the number types that do not admit %s', async (_who, endUser, excluded) => {
    const { id } = await addBundle(test.db, 'acc_1', { country: 'SE', numberType: null }, endUser);
    await expect(directoryOf(test).find('acc_1', id)).resolves.toMatchObject({ excludedNumberTypes: excluded });
  });

  it('excludes nothing from a bundle that was reviewed for its number type', async () => {
    const terms = { country: 'SE', numberType: 'geographic' };
    const { id } = await addBundle(test.db, 'acc_1', terms, { kind: 'person', country: 'NO' });
    await expect(directoryOf(test).find('acc_1', id)).resolves.toMatchObject({ excludedNumberTypes: [] });
  });
});
