import { Readable } from 'node:stream';
import { AddDocument, EndUsers, EraseEndUser, UploadSpool } from '@trunkline/compliance';
import { Clock, type DocType, EventBus, type EventPayloads, newId } from '@trunkline/kernel';
import { RegisterNumbers, SupplierErasures, SyncBundleStatus } from '@trunkline/numbering';
import { aNumber, anOrder, FakeSupplier, FakeTelnyxRegistration, wireNumbering } from '@trunkline/numbering/testing';
import { Database } from '@trunkline/platform';
import { subscriptions } from '../../src/subscriptions';
import type { Use } from '../../src/use';
import { PERSON, PIXEL } from '../support/end-user';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';

const DOC_TYPES: readonly DocType[] = ['passport', 'utility_bill', 'other'];
/** Values of `PERSON` that must not be stored or logged in plain. */
const PLANTED = ['Philippa', 'Featherstone', 'Plumtree', 'phil@example.com', '4930901999', 'PK4711'];
const TABLES = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname IN ('numbering', 'compliance', 'platform', 'webhooks')`;

describe('the registration of an approved bundle', () => {
  let supplier: FakeTelnyxRegistration;
  let world: ProbeWorld;
  let use: Use;
  let close: () => Promise<void>;
  let digits = 0;

  beforeAll(async () => {
    supplier = await new FakeTelnyxRegistration().start();
    world = await ProbeWorld.open({
      NUMBER_SUPPLIERS: 'telnyx',
      TELNYX_API_KEY: 'key-of-the-test',
      TELNYX_PUBLIC_KEY: Buffer.alloc(32, 9).toString('base64'),
      TELNYX_API_BASE: supplier.baseUrl.href,
      TELNYX_CONNECTION_ID: '1293384261075731499',
      CARD_PROCESSOR: 'sandbox',
      ROOT_URL: 'http://api.test',
    });
    ({ use, close } = await openApplication(world.env));
  });
  afterAll(async () => {
    await close();
    await world.close();
    await supplier.stop();
  });

  const addDocument = async (accountId: string, endUserId: string, docType: DocType) => {
    const file = await use(UploadSpool).receive(accountId, Readable.from([PIXEL]));
    const { id } = await use(AddDocument).add({
      accountId,
      operationId: newId('op'),
      file,
      fileName: 'Philippa Featherstone.png',
      declaredType: null,
      stripsMetadata: false,
      endUserId,
      docType,
      issuedAt: null,
      expiresAt: null,
      notes: null,
    });
    return id;
  };
  const addApprovedBundle = async (accountId: string) => {
    const created = { accountId, kind: 'person', country: 'DE', details: PERSON } as const;
    const { id: endUserId } = (await use(EndUsers).create(created)).endUser;
    const documents = await Promise.all(DOC_TYPES.map((docType) => addDocument(accountId, endUserId, docType)));
    const bundleId = newId('cb');
    await world.db.query(
      `INSERT INTO compliance.bundles (id, account_id, name, end_user_id, country, status, rejection_codes, approved_at,
         created_at, updated_at) VALUES ($1, $2, 'A bundle', $3, 'DE', 'approved', '{}', now(), now(), now())`,
      [bundleId, accountId, endUserId],
    );
    const link = `INSERT INTO compliance.bundle_documents (bundle_id, document_id) SELECT $1, unnest($2::text[])`;
    await world.db.query(link, [bundleId, documents]);
    return { bundleId, endUserId, documents };
  };
  const addWaitingNumber = async (accountId: string, complianceBundleId: string) => {
    const outside = { supplier: new FakeSupplier(), events: use(EventBus), clock: use(Clock) };
    const { stores } = wireNumbering(use(Database), outside);
    const number = aNumber('pending_documents');
    const e164 = `+4930${String(++digits).padStart(6, '0')}`;
    const owned = { accountId, e164, supplier: 'telnyx', complianceBundleId };
    const order = { id: number.orderId, accountId, supplier: 'telnyx', operationId: newId('op') };
    await stores.numbers.add(Object.assign(number, owned));
    await stores.orders.addAll([Object.assign(anOrder(), order, { status: 'pending_documents' })]);
    supplier.addNumber(number.orderId);
    return number;
  };
  const statusOf = (id: string) => world.db.query(`SELECT status FROM numbering.phone_numbers WHERE id = $1`, [id]);

  it('hands over end user and documents, logs each read, and activates the number when the supplier accepts', async () => {
    const accountId = newId('acc');
    const { bundleId, endUserId, documents } = await addApprovedBundle(accountId);
    const number = await addWaitingNumber(accountId, bundleId);

    await use(SyncBundleStatus).sync();
    await expect(use(RegisterNumbers).register()).resolves.toMatchObject([{ outcome: 'under_review' }]);
    expect(await statusOf(number.id)).toEqual([{ status: 'pending_documents' }]);
    expect(supplier.names()).toEqual(['Philippa']);
    expect(supplier.contents()).toEqual(DOC_TYPES.map(() => PIXEL.toString()));

    const log = await world.db.query<{ action: string; resource_id: string }>(
      `SELECT action, resource_id FROM compliance.access_log
       WHERE account_id = $1 AND actor_kind = 'supplier' AND actor_id = 'telnyx' ORDER BY action, resource_id`,
      [accountId],
    );
    const reads = ['document.read', 'document.read_content'].flatMap((action) =>
      documents.toSorted().map((id) => ({ action, resource_id: id })),
    );
    expect(log).toEqual([...reads, { action: 'end_user.read', resource_id: endUserId }]);

    supplier.decide(number.orderId);
    await world.db.query(`UPDATE numbering.registrations SET check_at = now() - interval '1 second'`);
    await expect(use(RegisterNumbers).register()).resolves.toMatchObject([{ outcome: 'registered' }]);
    expect(await statusOf(number.id)).toEqual([{ status: 'active' }]);
  });

  it('deletes what the supplier received when the end user is erased, and when the account is closed', async () => {
    const accountId = newId('acc');
    const handlers = subscriptions(use);
    const handed: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { bundleId, endUserId } = await addApprovedBundle(accountId);
      const number = await addWaitingNumber(accountId, bundleId);
      await use(SyncBundleStatus).sync();
      await use(RegisterNumbers).register();
      const released = `UPDATE numbering.phone_numbers SET status = 'released', released_at = now() WHERE id = $1`;
      await world.db.query(released, [number.id]);
      handed.push(endUserId);
    }
    const before = supplier.names().length;
    await use(EraseEndUser).erase({ accountId, id: handed[0]! }, { kind: 'user', id: 'usr_1' });
    const [erased] = await world.db.query<{ data: EventPayloads['compliance.end_user.erased'] }>(
      `SELECT data FROM platform.outbox WHERE type = 'compliance.end_user.erased' AND account_id = $1`,
      [accountId],
    );
    const type = 'compliance.end_user.erased';
    const follow = handlers[type]?.find(({ name }) => name === 'erase-at-suppliers');
    await follow!.handle({ id: newId('evt'), type, accountId, data: erased!.data, createdAt: new Date() });
    await use(SupplierErasures).erase();
    expect(supplier.names()).toHaveLength(before - 1);
    const changed = 'account.status_changed';
    const data = { account_id: accountId, status: 'closed' } as const;
    const close = handlers[changed]?.find(({ name }) => name === 'erase-at-suppliers');
    await close!.handle({ id: newId('evt'), type: changed, accountId, data, createdAt: new Date() });
    await use(SupplierErasures).erase();
    expect(supplier.names()).toHaveLength(before - 2);
  });

  it('stores and sends as references no personal data', async () => {
    for (const { name } of await world.db.query<{ name: string }>(TABLES)) {
      const rows = await world.db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      for (const { row } of rows) for (const value of PLANTED) expect(row).not.toContain(value);
    }
    for (const { reference, filename } of supplier.references()) {
      expect(reference).toMatch(/^(cb|doc)_\w+$/);
      expect(filename ?? '').not.toContain('Philippa');
    }
  });
});
