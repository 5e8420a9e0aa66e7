import { addDays, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../cdr.module';
import type { FormerCall, OwnedNumber } from '../domain/import/former-call';
import { StoredCdrs } from '../infrastructure/ingest/cdr-store';
import { CdrReads } from '../infrastructure/reads/cdr-queries';
import { StoredExpiredRemains } from '../infrastructure/retention';
import { FakeRetention } from '../testing';
import { PruneRemains } from './retention/prune-remains';
import { ImportCdrs, type NumbersOwned } from './import-cdrs';
import type { PostedCdr } from './ingest/ports';

const NOW = new Date('2026-11-28T12:00:00Z');
const NUMBER = '+442079460958';

class OneNumber implements NumbersOwned {
  findEver(_accountId: string, e164s: readonly string[]): Promise<readonly OwnedNumber[]> {
    const owned = { numberId: 'num_1', e164: NUMBER, numberType: 'geographic' };
    return Promise.resolve(e164s.includes(NUMBER) ? [owned] : []);
  }
}

/** Fails between the claims and the end of the transaction. */
class FailingStore extends StoredCdrs {
  override async add(cdrs: readonly PostedCdr[]): Promise<void> {
    await super.add(cdrs);
    throw new Error('the process was killed');
  }
}

describe('ImportCdrs', () => {
  let database: TestDatabase;
  let owner: OwnerConnection;
  let imported: { readonly accountId: string; readonly source: 'twilio' };

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(database.url);
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
  });
  beforeEach(() => {
    imported = { accountId: newId('acc'), source: 'twilio' };
  });

  const importer = (store = new StoredCdrs(database.db)) =>
    new ImportCdrs(database.db, store, new OneNumber(), new FakeRetention(), new TestClock(NOW));

  const aCall = (n: number, given: Partial<FormerCall> = {}): FormerCall => {
    const startedAt = new Date(Date.UTC(2026, 4, 12, 10, 0, n));
    const answeredAt = n % 3 === 0 ? null : new Date(startedAt.getTime() + 5_000);
    return {
      line: n + 2,
      callId: `CA${n}`,
      attempt: null,
      direction: n % 2 === 0 ? 'inbound' : 'outbound',
      caller: n % 2 === 0 ? '+493012345678' : NUMBER,
      isCallerWithheld: false,
      attestation: null,
      verification: null,
      callee: n % 2 === 0 ? NUMBER : '+493012345678',
      country: 'DE',
      startedAt,
      answeredAt,
      endedAt: new Date(startedAt.getTime() + 65_000),
      hangupCause: answeredAt ? 'normal_clearing' : 'no_answer',
      sipCode: answeredAt ? 200 : null,
      disconnectedBy: null,
      customerReference: null,
      ...given,
    };
  };
  const calls = (count: number) => Array.from({ length: count }, (_, n) => aCall(n));
  const count = async (table: string, condition = 'true') =>
    (
      await database.db.get<{ count: number }>(
        `SELECT count(*)::integer AS count FROM ${table} WHERE account_id = $1 AND ${condition}`,
        [imported.accountId],
      )
    ).count;

  it('adds free CDRs with number, country and provider, which lists and counts contain', async () => {
    expect(await importer().add(imported, calls(30))).toBe(30);
    const page = { limit: 50, sort: 'started_at', order: 'asc', after: null } as const;
    const { items } = await new CdrReads(database.db).list({
      accountId: imported.accountId,
      filters: { numberId: 'num_1', countries: ['DE'] },
      oldest: new Date(0),
      hiddenDigits: 0,
      page,
    });
    expect(items).toHaveLength(30);
    expect(items[1]).toMatchObject({
      sipCallId: 'CA1',
      direction: 'outbound',
      e164: NUMBER,
      billableDurationSeconds: 60,
      customerTotalCents: 0,
      billingTransactionId: null,
      importedFrom: 'twilio',
      createdAt: NOW,
    });
    const { rows } = await database.db.get<{ rows: object }>(
      `SELECT json_build_object('calls', sum(calls), 'answered', sum(answered), 'cents', sum(cost_cents)) AS rows
       FROM cdr.call_hours WHERE account_id = $1`,
      [imported.accountId],
    );
    expect(rows).toEqual({ calls: 30, answered: 20, cents: 0 });
    expect(await count('platform.outbox')).toBe(0);
    expect(await count('cdr.call_margins')).toBe(0);
  });

  it('adds each call once, however often and in whatever parts it is imported', async () => {
    expect(await importer().countNew(imported, [...calls(50), aCall(7)])).toBe(50);
    expect(await importer().add(imported, [...calls(40), aCall(7)])).toBe(40);
    expect(await importer().countNew(imported, calls(50))).toBe(10);
    expect(await importer().add(imported, calls(50).slice(30))).toBe(10);
    expect(await importer().add(imported, calls(50))).toBe(0);
    expect(await importer().add({ ...imported, accountId: newId('acc') }, calls(50))).toBe(50);
    expect(await count('cdr.cdrs')).toBe(50);
  });

  it('adds each call once when ten processes import the file at once', async () => {
    const added = await Promise.all(Array.from({ length: 10 }, () => importer().add(imported, calls(200))));
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(200);
    expect(await count('cdr.cdrs')).toBe(200);
  });

  it('leaves neither claim nor CDR behind when it is interrupted, and adds all of them afterwards', async () => {
    await expect(importer(new FailingStore(database.db)).add(imported, calls(20))).rejects.toThrow('was killed');
    expect(await count('cdr.cdrs')).toBe(0);
    expect(await importer().add(imported, calls(20))).toBe(20);
  });

  it('keeps the claims for as long as the CDRs', async () => {
    await importer().add(imported, calls(5));
    const { deleted } = await new StoredExpiredRemains(database.db).deleteImportClaims('', 'cdr_z', 10_000);
    expect(deleted).toBe(0);
    expect(await importer().add(imported, calls(5))).toBe(0);
  });

  it('keeps the claims for 62 days after the CDRs, so that a repeat counts no call twice', async () => {
    await importer().add(imported, calls(5));
    await owner.query(`SET trunkline.keeps_counts = 'on'`);
    await owner.query('DELETE FROM cdr.cdrs WHERE account_id = $1', [imported.accountId]);
    const prune = (days: number) => {
      const clock = new TestClock(addDays(new Date(), days));
      return new PruneRemains(new StoredExpiredRemains(database.db), new FakeRetention(), clock);
    };
    expect((await prune(400 + 61).countClaims()).expired).toBe(0);
    expect(await prune(400 + 61).claims()).toBe(0);
    // A process of the previous release takes them for claims of the oldest decisions.
    await new StoredExpiredRemains(database.db).deleteClaims('', 'rd_0', 10_000);
    expect(await importer().add(imported, calls(5))).toBe(0);
    expect(await count('cdr.call_hours', 'calls <> 5')).toBe(0);
    expect((await prune(400 + 63).countClaims()).expired).toBeGreaterThanOrEqual(5);
    await prune(400 + 63).claims();
    expect(await importer().countNew(imported, calls(5))).toBe(5);
  });

  it('imports the calls of the retention alone', () => {
    const { oldest, latest } = importer().period();
    expect([oldest, latest]).toEqual([new Date('2025-10-24T12:00:00Z'), new Date('2026-11-28T12:01:00Z')]);
  });

  it('is denied by the database to add an imported CDR with a charge', async () => {
    const store = new StoredCdrs(database.db);
    const add = store.add.bind(store);
    const charge = (cdrs: readonly PostedCdr[]) =>
      add(cdrs.map((cdr) => ({ ...cdr, customerTotalCents: 1, billingTransactionId: newId('txn') })));
    await expect(importer(Object.assign(store, { add: charge })).add(imported, calls(1))).rejects.toMatchObject({
      constraint: 'cdrs_imported_free',
    });
  });
});
