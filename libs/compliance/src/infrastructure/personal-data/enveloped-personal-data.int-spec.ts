import { SystemClock } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import { EnvelopedPersonalData } from './enveloped-personal-data';

describe('EnvelopedPersonalData', () => {
  let test: TestDatabase;
  let keys: EnvelopedPersonalData;
  const data = {
    seal: async (accountId: string, owner: string, plain: Buffer) =>
      (await keys.cipherOf(accountId)).seal(owner, plain),
    open: async (accountId: string, owner: string, sealed: string) =>
      (await keys.cipherOf(accountId)).open(owner, sealed),
  };

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
    const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]);
    keys = new EnvelopedPersonalData(test.db, box, new SystemClock());
  });
  afterAll(() => test.close());

  it('opens what it has sealed, and stores nothing in plain text', async () => {
    const sealed = await data.seal('acc_1', 'eu_1', Buffer.from('Ada Lovelace'));
    expect(Buffer.from(sealed.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('Ada');
    expect((await data.open('acc_1', 'eu_1', sealed)).toString()).toBe('Ada Lovelace');
  });

  it('rejects a value of another record or account', async () => {
    const sealed = await data.seal('acc_1', 'eu_1', Buffer.from('Ada Lovelace'));
    await expect(data.open('acc_1', 'eu_2', sealed)).rejects.toThrow();
    await expect(data.open('acc_2', 'eu_1', sealed)).rejects.toThrow();
  });

  it('indexes equal words of an account alike, and those of another account differently', async () => {
    const [one, other] = [await keys.cipherOf('acc_1'), await keys.cipherOf('acc_2')];
    expect(one.blindIndex('lovelace')).toBe((await keys.cipherOf('acc_1')).blindIndex('lovelace'));
    expect(one.blindIndex('lovelace')).not.toBe(other.blindIndex('lovelace'));
    expect(one.blindIndex('lovelace')).toMatch(/^[\w-]{16}$/);
  });

  it('creates one key for an account when many seals race', async () => {
    const sealed = await Promise.all(
      Array.from({ length: 10 }, (_, index) => data.seal('acc_3', `eu_${index}`, Buffer.from(String(index)))),
    );
    const opened = await Promise.all(sealed.map((text, index) => data.open('acc_3', `eu_${index}`, text)));
    expect(opened.map(String)).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
  });

  it('cannot open or seal anything after the key is erased', async () => {
    const sealed = await data.seal('acc_4', 'eu_1', Buffer.from('Ada Lovelace'));
    await keys.erase('acc_4');
    await expect(data.open('acc_4', 'eu_1', sealed)).rejects.toMatchObject({ code: 'not_found' });
    await expect(data.seal('acc_4', 'eu_1', Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
