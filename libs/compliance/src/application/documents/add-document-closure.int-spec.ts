import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { lockWaits, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import { StoredDocuments } from '../../infrastructure/documents/documents';
import { StoredLooseFiles } from '../../infrastructure/documents/loose-files';
import { StoredEndUsers } from '../../infrastructure/end-users';
import { EnvelopedPersonalData } from '../../infrastructure/personal-data/enveloped-personal-data';
import { StoredErasedRecords } from '../../infrastructure/personal-data/erased-records';
import { LocalUploadSpool } from '../../infrastructure/storage/local-upload-spool';
import { DeleteErasedData } from '../delete-erased-data';
import { AddDocument } from './add-document';
import { type DocumentInspector, type DocumentStorage, type ReceivedFile } from './ports';

class AcceptingInspector implements DocumentInspector {
  inspect() {
    return Promise.resolve({ contentType: 'application/pdf', replacement: null } as const);
  }
}

/** Runs `stored` instead of storing the file, before the document is added. */
class PausingStorage implements DocumentStorage {
  stored = (): Promise<void> => Promise.resolve();

  put(): Promise<void> {
    return this.stored();
  }

  get(): Promise<never> {
    return Promise.reject(new Error('unused'));
  }

  remove(): Promise<void> {
    return Promise.reject(new Error('unused'));
  }

  check(): Promise<void> {
    return Promise.resolve();
  }
}

describe('AddDocument while the account closes', () => {
  let test: TestDatabase;
  let folder: string;
  let data: EnvelopedPersonalData;
  let spool: LocalUploadSpool;
  let storage: PausingStorage;
  let accountId: string;
  const clock = new TestClock();

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
    folder = mkdtempSync(join(tmpdir(), 'trunkline-closure-'));
    data = new EnvelopedPersonalData(test.db, new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]), clock);
    spool = new LocalUploadSpool(join(folder, 'incoming'), data, new StoredLooseFiles(test.db, clock));
  });
  beforeEach(() => {
    accountId = newId('acc');
    storage = new PausingStorage();
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const receive = () => spool.receive(accountId, Readable.from([Buffer.from('content')]));
  const add = async (file: ReceivedFile) => {
    const documents = new StoredDocuments(test.db, data);
    const endUsers = new StoredEndUsers(test.db, data);
    const upload = { accountId, operationId: newId('op'), file, fileName: 'scan.pdf' };
    const details = { docType: 'passport', endUserId: null, issuedAt: null, expiresAt: null, notes: null } as const;
    return new AddDocument(test.db, documents, endUsers, spool, new AcceptingInspector(), storage, clock).add({
      ...upload,
      ...details,
      declaredType: null,
      stripsMetadata: false,
    });
  };
  /** Does the work in a transaction that stays open. Returns a function that commits it. */
  const begin = async (work: () => Promise<unknown>) => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let committed = Promise.resolve();
    await new Promise<void>((done, fail) => {
      committed = test.db.run(async () => {
        await work();
        done();
        await ended;
      });
      committed.catch(fail);
    });
    return async (): Promise<void> => {
      end();
      await committed;
    };
  };
  /** The documents of the account, and its files that the sweep deletes. */
  const left = () =>
    test.db.find(
      `SELECT (SELECT count(*) FROM compliance.documents WHERE account_id = $1) AS documents,
         (SELECT count(*) FROM compliance.loose_files WHERE account_id = $1) AS "looseFiles"`,
      [accountId],
    );

  it('adds no document when the key was erased after the file was encrypted, and leaves the file to the sweep', async () => {
    const file = await receive();
    storage.stored = () => data.erase(accountId);
    await expect(add(file)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await left()).toEqual({ documents: 0, looseFiles: 1 });
  });

  it('waits for a closure that has begun, and then adds no document', async () => {
    const file = await receive();
    const commit = await begin(() => data.erase(accountId));
    const added = add(file).catch((error: unknown) => error);
    try {
      await lockWaits(test.db);
    } finally {
      await commit();
    }
    expect(await added).toMatchObject({ code: 'unavailable' });
    expect(await left()).toEqual({ documents: 0, looseFiles: 1 });
  });

  it('makes the closure wait for a document that is being added, which is deleted with the others', async () => {
    const file = await receive();
    const commit = await begin(() => add(file));
    const erased = data.erase(accountId);
    try {
      await lockWaits(test.db);
    } finally {
      await commit();
    }
    await erased;
    expect(await left()).toEqual({ documents: 1, looseFiles: 0 });
    await new DeleteErasedData(new StoredErasedRecords(test.db, clock)).delete();
    expect(await left()).toEqual({ documents: 0, looseFiles: 1 });
  });
});
