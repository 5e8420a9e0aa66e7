import { addSeconds, newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import { createCdr, type ImportSource } from '../../domain/ingest/cdr';
import { aDecision, aReport, germanRate } from '../../testing';
import { StoredCdrs } from '../ingest/cdr-store';
import { CallPatternReads } from './call-patterns';

const NOW = new Date('2026-06-20T13:30:00Z');
const SINCE = addSeconds(NOW, -60);
const DAY_S = 86_400;

interface Written {
  readonly startedAt?: Date;
  readonly createdAt?: Date;
  readonly seconds?: number | null;
  readonly feeCents?: number;
  readonly country?: string | null;
  readonly direction?: 'inbound' | 'outbound';
  readonly to?: string;
  readonly importedFrom?: ImportSource | null;
}

describe('CallPatternReads', () => {
  let database: TestDatabase;
  let patterns: CallPatternReads;
  let accountId: string;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    patterns = new CallPatternReads(database.db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    accountId = newId('acc');
    await database.db.query(`DELETE FROM cdr.account_marks`);
  });

  const write = async ({
    createdAt = NOW,
    startedAt = addSeconds(createdAt, -120),
    seconds = 10,
    feeCents = 0,
    country = 'LV',
    direction = 'outbound',
    to = '+37120700123',
    importedFrom = null,
  }: Written = {}) => {
    const endedAt = addSeconds(startedAt, seconds ?? 10);
    const report = aReport({ startedAt, endedAt, answeredAt: seconds === null ? null : startedAt, sipCode: 200 });
    const rating = { ...germanRate, connectionFeeCents: feeCents };
    const charged = createCdr(
      { id: newId('cdr'), accountId, country },
      report,
      aDecision({ id: newId('rd'), direction, to, rating, e164: null, numberId: null }),
    );
    const cdr = importedFrom === null ? charged : { ...charged, importedFrom, customerTotalCents: 0 };
    const billingTransactionId = cdr.customerTotalCents > 0 ? newId('txn') : null;
    await new StoredCdrs(database.db).add([{ ...cdr, billingTransactionId, createdAt }]);
    await database.db.query(
      `INSERT INTO cdr.account_marks AS m VALUES ($1, $2) ON CONFLICT (account_id)
       DO UPDATE SET last_created_at = greatest(m.last_created_at, excluded.last_created_at)`,
      [accountId, createdAt],
    );
  };
  const hour = (text: string) => new Date(`2026-06-${text}:00:00Z`);

  it('returns hours that have changed, and what the same hours cost on days before', async () => {
    for (const days of [1, 2, 30, 31])
      await write({
        createdAt: addSeconds(NOW, -days * DAY_S),
        startedAt: addSeconds(NOW, -days * DAY_S),
        feeCents: 99,
      });
    await write({ createdAt: addSeconds(NOW, -DAY_S), startedAt: addSeconds(NOW, -DAY_S - 3600), feeCents: 5000 });
    await write({ feeCents: 999 });
    const changed = [{ accountId, hour: hour('20T13') }];
    expect(await patterns.changedHours(SINCE)).toEqual(changed);
    const hours = [...changed, { accountId, hour: hour('19T12') }, { accountId: 'acc_other', hour: hour('20T13') }];
    expect(await patterns.costs(hours, { from: 0, to: 0 })).toEqual([1000, 5001, 0]);
    expect(await patterns.costs(hours, { from: 1, to: 30 })).toEqual([300, 0, 0]);
    expect(await patterns.changedHours(NOW)).toEqual([]);
  });

  it('returns the hour in which a call began, also when it was recorded two days later', async () => {
    await write({ startedAt: addSeconds(NOW, -2 * DAY_S), feeCents: 2000 });
    expect(await patterns.changedHours(SINCE)).toEqual([{ accountId, hour: hour('18T13') }]);
  });

  it('returns the first outbound call to a country, answered or not, and no later call', async () => {
    await write({ createdAt: addSeconds(NOW, -DAY_S), country: 'DE' });
    await write({ createdAt: addSeconds(NOW, -DAY_S), country: 'LV', direction: 'inbound' });
    const startedAt = addSeconds(NOW, -50);
    await write({ startedAt, seconds: null });
    await write();
    await write({ country: 'DE' });
    await write({ country: null });
    expect(await patterns.firstUses(SINCE)).toEqual([{ accountId, country: 'LV', startedAt }]);
    const used = (country: string, at: Date) => patterns.hasUsedBefore({ accountId, country, startedAt: at });
    expect(await Promise.all([used('LV', NOW), used('LV', addSeconds(NOW, -120)), used('EE', NOW)])).toEqual([
      true,
      false,
      false,
    ]);
    expect(await patterns.firstUses(NOW)).toEqual([]);
    await write({ createdAt: addSeconds(NOW, 120) });
    expect(await patterns.firstUses(NOW)).toEqual([]);
  });

  it('counts short charged outbound calls by the beginning of the called number', async () => {
    const query = { from: SINCE, maxSeconds: 15, minCalls: 3, varyingDigits: 4 };
    const first = addSeconds(NOW, -300);
    await write({ startedAt: first, seconds: 15, to: '+37120700001' });
    await write({ seconds: 1, to: '+37120709999' });
    expect(await patterns.shortCalls(query)).toEqual([]);
    const others: Written[] = [
      { seconds: 16 },
      { seconds: null },
      { direction: 'inbound' },
      { to: '+37120710001' },
      { createdAt: SINCE },
    ];
    for (const other of others) await write({ to: '+37120700002', ...other });
    expect(await patterns.shortCalls(query)).toEqual([]);
    await write({ to: '+37120700001' });
    expect(await patterns.shortCalls(query)).toEqual([
      { accountId, prefix: '+3712070', calls: 3, costCents: 3, startedAt: first },
    ]);
  });

  it('returns no imported call, but knows that the account has called its country', async () => {
    await write({ createdAt: addSeconds(NOW, -60), importedFrom: 'twilio' });
    expect(await patterns.firstUses(SINCE)).toEqual([]);
    await write();
    await write({ country: 'EE' });
    expect(await patterns.firstUses(SINCE)).toMatchObject([{ country: 'EE' }]);
  });
});
