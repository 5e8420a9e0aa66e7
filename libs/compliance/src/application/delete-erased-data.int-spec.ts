import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../compliance.module';
import { EnvelopedPersonalData } from '../infrastructure/personal-data/enveloped-personal-data';
import { StoredErasedRecords } from '../infrastructure/personal-data/erased-records';
import { addBundle } from '../testing';
import { DeleteErasedData } from './delete-erased-data';

describe('DeleteErasedData', () => {
  let test: TestDatabase;
  let data: EnvelopedPersonalData;
  const clock = new TestClock();

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
    data = new EnvelopedPersonalData(test.db, new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]), clock);
  });
  afterAll(() => test.close());

  const execute = () => new DeleteErasedData(new StoredErasedRecords(test.db, clock)).delete();
  /** An account with an end user, a bundle and documents in the bundle. */
  const anAccount = async (documents: number): Promise<string> => {
    const accountId = newId('acc');
    await data.cipherOf(accountId);
    const { id } = await addBundle(test.db, accountId);
    await test.db.query(
      `INSERT INTO compliance.documents (id, account_id, doc_type, content_type, size_bytes, sealed, storage_key, created_at)
       SELECT 'doc_' || $1 || n, $1, 'other', 'image/png', 1, 'sealed', $1 || '/' || n, now() FROM generate_series(1, $2) n`,
      [accountId, documents],
    );
    await test.db.query(
      `INSERT INTO compliance.bundle_documents SELECT $1, id FROM compliance.documents WHERE account_id = $2`,
      [id, accountId],
    );
    return accountId;
  };
  const left = async (accountId: string) => {
    const counts = await test.db.find(
      `SELECT (SELECT count(*) FROM compliance.documents WHERE account_id = $1) AS documents,
         (SELECT count(*) FROM compliance.end_users WHERE account_id = $1 AND sealed IS NOT NULL) AS "endUsers",
         (SELECT count(*) FROM compliance.bundles WHERE account_id = $1) AS bundles,
         (SELECT count(*) FROM compliance.loose_files WHERE account_id = $1 AND is_removed) AS files`,
      [accountId],
    );
    return counts;
  };

  it('deletes the documents and end users of closed accounts, and keeps those of others', async () => {
    const [closed, open] = [await anAccount(3), await anAccount(2)];
    await data.erase(closed);
    expect(await execute()).toBe(4);
    expect(await left(closed)).toEqual({ documents: 0, endUsers: 0, bundles: 1, files: 3 });
    expect(await left(open)).toEqual({ documents: 2, endUsers: 1, bundles: 1, files: 0 });
    expect(await execute()).toBe(0);
  });

  it('deletes each record once when workers race, also more than one transaction holds', async () => {
    const closed = await anAccount(1100);
    await data.erase(closed);
    const counts = await Promise.all([execute(), execute(), execute()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1101);
    expect(await left(closed)).toEqual({ documents: 0, endUsers: 0, bundles: 1, files: 1100 });
  });
});
