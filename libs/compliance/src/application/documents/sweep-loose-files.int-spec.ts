import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import type { ComplianceDocument } from '../../domain/document';
import { StoredDocuments } from '../../infrastructure/documents/documents';
import { StoredLooseFiles } from '../../infrastructure/documents/loose-files';
import { EnvelopedPersonalData } from '../../infrastructure/personal-data/enveloped-personal-data';
import { type DocumentStorage } from './ports';
import { SweepLooseFiles } from './sweep-loose-files';

const HOUR_S = 3600;

class RecordingStorage implements DocumentStorage {
  readonly removed: string[] = [];
  fails: (key: string) => boolean = () => false;
  isAvailable = true;

  put(): Promise<void> {
    return Promise.reject(new Error('unused'));
  }

  get(): Promise<never> {
    return Promise.reject(new Error('unused'));
  }

  remove(storageKey: string): Promise<void> {
    if (this.fails(storageKey)) return Promise.reject(new Error('access denied'));
    this.removed.push(storageKey);
    return Promise.resolve();
  }

  check(): Promise<void> {
    return this.isAvailable ? Promise.resolve() : Promise.reject(new Error('unavailable'));
  }
}

describe('SweepLooseFiles', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let files: StoredLooseFiles;
  let storage: RecordingStorage;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
  });
  beforeEach(async () => {
    await test.db.query(`DELETE FROM compliance.loose_files`);
    clock = new TestClock();
    files = new StoredLooseFiles(test.db, clock);
    storage = new RecordingStorage();
  });
  afterAll(() => test.close());

  const claim = async (storageKey: string) => {
    const data = new EnvelopedPersonalData(test.db, new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]), clock);
    const document: ComplianceDocument = {
      id: newId('doc'),
      accountId: 'acc_1',
      endUserId: null,
      docType: 'utility_bill',
      fileName: 'scan.pdf',
      contentType: 'application/pdf',
      sizeBytes: 1,
      storageKey,
      issuedAt: '2026-01-01',
      expiresAt: null,
      notes: null,
      createdAt: clock.now(),
    };
    return new StoredDocuments(test.db, data).addUploaded(document, await data.cipherOf('acc_1'));
  };
  const sweep = () => new SweepLooseFiles(files, storage, clock).sweep();
  const addMany = async (count: number): Promise<string[]> => {
    const keys = Array.from({ length: count }, (_, index) => `acc_1/${String(index).padStart(4, '0')}`);
    await files.addRemoved('acc_1', keys);
    return keys;
  };
  const listed = async () => {
    const rows = await test.db.query<{ storage_key: string }>(
      `SELECT storage_key FROM compliance.loose_files ORDER BY storage_key`,
    );
    return rows.map(({ storage_key: key }) => key);
  };

  it('deletes files after an hour, and uploads cannot claim them any more', async () => {
    await files.add('acc_1', 'acc_1/upload');
    expect(await sweep()).toBe(0);
    clock.advance(HOUR_S + 1);
    await files.add('acc_1', 'acc_1/recent');
    expect(await sweep()).toBe(1);
    expect(storage.removed).toEqual(['acc_1/upload']);
    expect([await claim('acc_1/upload'), await claim('acc_1/recent')]).toEqual([false, true]);
    expect(await listed()).toEqual([]);
    expect(await test.db.query(`SELECT storage_key, content_type, size_bytes FROM compliance.documents`)).toEqual([
      { storage_key: 'acc_1/recent', content_type: 'application/pdf', size_bytes: 1 },
    ]);
  });

  it('adds no document for a file whose deletion has begun', async () => {
    await test.db.query(`DELETE FROM compliance.documents`);
    await files.add('acc_1', 'acc_1/late');
    clock.advance(1);
    expect(await files.beginRemoval(clock.now(), '', 1)).toEqual(['acc_1/late']);
    expect(await claim('acc_1/late')).toBe(false);
    expect(await test.db.query(`SELECT FROM compliance.documents`)).toEqual([]);
    expect(await listed()).toEqual(['acc_1/late']);
  });

  it('continues after files that cannot be deleted, reports their number, and retries them in the next run', async () => {
    const keys = await addMany(250);
    clock.advance(HOUR_S + 1);
    storage.fails = (key) => key.endsWith('7');
    await expect(sweep()).rejects.toThrow(
      '25 files could not be deleted, 225 were. The first error: Error: access denied',
    );
    expect(await listed()).toEqual(keys.filter((key) => key.endsWith('7')));
    storage.fails = () => false;
    expect(await sweep()).toBe(25);
    expect(await listed()).toEqual([]);
  });

  it('goes past the first batches, if none of their files can be deleted', async () => {
    const keys = await addMany(350);
    clock.advance(HOUR_S + 1);
    storage.fails = (key) => key < 'acc_1/0250';
    await expect(sweep()).rejects.toThrow('250 files could not be deleted, 100 were.');
    expect(await listed()).toEqual(keys.slice(0, 250));
  });

  it('stops at a batch of which no file can be deleted, if the storage is unavailable', async () => {
    await addMany(250);
    clock.advance(HOUR_S + 1);
    storage.fails = () => true;
    storage.isAvailable = false;
    await expect(sweep()).rejects.toThrow('100 files could not be deleted, 0 were.');
    expect(await listed()).toHaveLength(250);
  });
});
