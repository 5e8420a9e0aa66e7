import { type Mails, newId, type OutgoingMail } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase, testEventBus } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import type { ComplianceDocument } from '../../domain/document';
import { StoredDocuments } from '../../infrastructure/documents/documents';
import { EnvelopedPersonalData } from '../../infrastructure/personal-data/enveloped-personal-data';
import { type ComplianceContacts } from '../ports';
import { AnnounceExpiringDocuments } from './announce-expiring-documents';

const NOW = new Date('2026-03-01T23:59:59Z');
/** 30 days after `NOW`. */
const DUE = '2026-03-31';

class TwoContacts implements ComplianceContacts {
  technicalContacts() {
    const contacts = ['Ada', 'Zoë'].map((name) => ({ userId: `usr_${name}`, email: `${name}@example.com`, name }));
    return Promise.resolve(contacts);
  }
}

/** Stores mails in a table, in the transaction of their cause. */
class StoredMails implements Mails {
  isFailing = false;

  constructor(private readonly test: TestDatabase) {}

  async send({ accountId, key, to, text }: OutgoingMail): Promise<void> {
    await this.test.db.query(
      `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at)
       VALUES ($1, $2, $3, 'waiting', $4, now())`,
      [newId('mail'), accountId, key, `${to} ${text}`],
    );
    if (this.isFailing) throw new Error('interrupted');
  }
}

describe('AnnounceExpiringDocuments', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let data: EnvelopedPersonalData;
  let documents: StoredDocuments;
  let mails: StoredMails;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
    mails = new StoredMails(test);
  });
  beforeEach(async () => {
    clock = new TestClock(NOW);
    data = new EnvelopedPersonalData(test.db, new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]), clock);
    documents = new StoredDocuments(test.db, data);
    await test.db.query(`DELETE FROM compliance.documents`);
    await test.db.query(`DELETE FROM platform.mails`);
    await test.db.query(`DELETE FROM platform.outbox`);
  });
  afterAll(() => test.close());

  const announce = () =>
    new AnnounceExpiringDocuments(
      test.db,
      documents,
      new TwoContacts(),
      mails,
      testEventBus(test.db, clock),
      clock,
    ).announce();
  const add = async (expiresAt: string | null, accountId = newId('acc')): Promise<ComplianceDocument> => {
    const id = newId('doc');
    const document: ComplianceDocument = {
      id,
      accountId,
      endUserId: null,
      docType: 'utility_bill',
      fileName: 'Lovelace.pdf',
      contentType: 'application/pdf',
      sizeBytes: 1,
      storageKey: `${accountId}/${id}`,
      issuedAt: null,
      expiresAt,
      notes: null,
      createdAt: NOW,
    };
    await documents.add(document);
    return document;
  };
  const events = () =>
    test.db.query<{ account_id: string; data: object }>(
      `SELECT account_id, data FROM platform.outbox WHERE type = 'compliance.document.expiring'`,
    );
  const messages = () =>
    test.db.query<{ key: string; letter_sealed: string }>(`SELECT key, letter_sealed FROM platform.mails ORDER BY key`);

  it('sends one event and a mail per contact, once, 30 days before the last day', async () => {
    const { id, accountId } = await add(DUE);
    await add('2026-04-01');
    expect([await announce(), await announce()]).toEqual([1, 0]);
    const details = { document_id: id, end_user_id: null, doc_type: 'utility_bill', expires_at: DUE };
    expect(await events()).toEqual([{ account_id: accountId, data: details }]);
    const sent = await messages();
    expect(sent.map(({ key }) => key)).toEqual(
      ['usr_Ada', 'usr_Zoë'].map((userId) => `document_expiring:${id}:${DUE}:${userId}`),
    );
    expect(sent[0]?.letter_sealed).toContain(`The document ${id} (utility bill) is valid until ${DUE}.`);
    expect(sent[0]?.letter_sealed).not.toContain('Lovelace');
    clock.advance(1);
    expect(await announce()).toBe(1);
  });

  it('announces a document on its last day, and none that has expired or never expires', async () => {
    await add('2026-03-01');
    await add('2026-02-28');
    await add(null);
    expect(await announce()).toBe(1);
  });

  it('announces it again when its last day changes, and not for other changes', async () => {
    const document = await add(DUE);
    await announce();
    await documents.save({ ...document, notes: 'Renewal ordered' });
    expect(await announce()).toBe(0);
    await documents.save({ ...document, expiresAt: '2026-03-30' });
    expect(await announce()).toBe(1);
    expect(await messages()).toHaveLength(4);
  });

  it('announces no document of a closed account', async () => {
    const { accountId } = await add(DUE);
    await data.erase(accountId);
    expect(await announce()).toBe(0);
  });

  it('announces each of 250 documents once when workers race', async () => {
    const accountId = newId('acc');
    const { id } = await add(DUE, accountId);
    await test.db.query(
      `INSERT INTO compliance.documents SELECT (jsonb_populate_record(d, jsonb_build_object(
         'id', d.id || n, 'storage_key', d.storage_key || n))).* FROM compliance.documents d, generate_series(1, 249) n
       WHERE d.id = $1`,
      [id],
    );
    const counts = await Promise.all(Array.from({ length: 4 }, () => announce()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(250);
    expect([(await events()).length, (await messages()).length]).toEqual([250, 500]);
  });

  it('announces it later when the transaction fails', async () => {
    await add(DUE);
    mails.isFailing = true;
    await expect(announce()).rejects.toThrow('interrupted');
    mails.isFailing = false;
    expect(await events()).toEqual([]);
    expect(await announce()).toBe(1);
    expect(await messages()).toHaveLength(2);
  });

  it('uses an index', async () => {
    const plan = await test.db.run(async () => {
      await test.db.query(`SET LOCAL enable_seqscan = off`);
      return test.db.query(
        `EXPLAIN SELECT id FROM compliance.documents WHERE notified_at IS NULL
         AND expires_at BETWEEN '2026-03-01' AND '2026-03-31' ORDER BY expires_at, id LIMIT 100`,
      );
    });
    expect(JSON.stringify(plan)).toContain('documents_unannounced');
  });
});
