import { newId } from '@trunkline/kernel';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CallUsageQuery } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { createCdr, type ImportSource } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import { aDecision, aReport, aRoute } from '../../testing';
import { StoredCallUsage } from './call-usage';
import { StoredCdrs } from '../ingest/cdr-store';

const MONTH = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-07-01T00:00:00Z') };

describe('StoredCallUsage', () => {
  let database: TestDatabase;
  const accountId = newId('acc');

  const write = async (
    writtenAt: string,
    seconds: number | null,
    { country = 'DE', ...decision }: Partial<Decision> & { readonly country?: string | null } = {},
    importedFrom: ImportSource | null = null,
  ) => {
    const startedAt = new Date('2026-05-31T12:00:00Z');
    const endedAt = new Date(startedAt.getTime() + (seconds ?? 10) * 1000);
    const report = aReport({ startedAt, endedAt, answeredAt: seconds === null ? null : startedAt, sipCode: 200 });
    const charged = createCdr(
      { id: newId('cdr'), accountId, country },
      report,
      aDecision({ id: newId('rd'), ...decision }),
    );
    const cdr = importedFrom === null ? charged : { ...charged, importedFrom, customerTotalCents: 0 };
    const billingTransactionId = cdr.customerTotalCents > 0 ? newId('txn') : null;
    await new StoredCdrs(database.db).add([{ ...cdr, billingTransactionId, createdAt: new Date(writtenAt) }]);
  };

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    const viaOther = { routes: [aRoute({ trunkId: 'trk_2' })], sipTrunkId: 'trk_2', country: 'AT' };
    await write('2026-05-31T23:59:59.999Z', 600);
    await write('2026-06-01T00:00:00Z', 60);
    await write('2026-06-30T23:59:59.999Z', 61, viaOther);
    await write('2026-06-30T12:00:00Z', null);
    await write('2026-06-15T12:00:00Z', 40, { direction: 'outbound', e164: null, country: null });
    await write('2026-07-01T00:00:00Z', 600);
    await write('2026-06-15T12:00:00Z', 40, { country: null }, 'twilio');
    await write('2026-06-16T12:00:00Z', 40, { sipTrunkId: 'trk_3', routes: [] }, 'twilio');
  });
  afterAll(() => database.close());

  const calls = async (group: CallUsageQuery['group'], limit = 100) =>
    (await new StoredCallUsage(database.db).calls({ accountId, ...MONTH, group, limit })).map((row) => [
      row.key,
      row.calls,
      row.billableSeconds,
      row.costCents,
      row.charges,
    ]);

  it.each<[CallUsageQuery['group'], unknown[][]]>([
    ['month', [['2026-06', 4, 161, 5, 3]]],
    [
      'day',
      [
        ['2026-06-01', 1, 60, 2, 1],
        ['2026-06-15', 1, 40, 1, 1],
        ['2026-06-30', 2, 61, 2, 1],
      ],
    ],
    [
      'direction',
      [
        ['inbound', 3, 121, 4, 2],
        ['outbound', 1, 40, 1, 1],
      ],
    ],
    [
      'day_direction',
      [
        ['2026-06-01 inbound', 1, 60, 2, 1],
        ['2026-06-15 outbound', 1, 40, 1, 1],
        ['2026-06-30 inbound', 2, 61, 2, 1],
      ],
    ],
    [
      'number',
      [
        ['+4930901820', 3, 121, 4, 2],
        ['none', 1, 40, 1, 1],
      ],
    ],
    [
      'trunk',
      [
        ['trk_1', 3, 100, 3, 2],
        ['trk_2', 1, 61, 2, 1],
      ],
    ],
    [
      'country',
      [
        ['AT', 1, 61, 2, 1],
        ['DE', 2, 60, 2, 1],
        ['none', 1, 40, 1, 1],
      ],
    ],
  ])('sums calls by %s, without imported ones', async (group, rows) => {
    expect(await calls(group)).toEqual(rows);
  });

  it('returns at most `limit` rows, and none of another account', async () => {
    expect(await calls('day', 2)).toHaveLength(2);
    const other = new StoredCallUsage(database.db).calls({ accountId: 'acc_2', ...MONTH, group: 'day', limit: 9 });
    expect(await other).toEqual([]);
  });

  it('reads only the index for every group', async () => {
    const owner = await OwnerConnection.open(database.url);
    await owner.query(`INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at,
        ended_at, duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts,
        created_at)
      SELECT 'cdr_0' || n, 'acc_' || n % 10, 'sw', 'c', 'd', 'inbound', now(), now(), 1, 1, 'x', 0, 'USD', '[]',
        timestamptz '2026-06-01Z' + n * interval '10 minutes' FROM generate_series(1, 20000) n`);
    await owner.vacuum('cdr.cdrs');
    for (const key of [`to_char(created_at, 'YYYY')`, 'direction', 'e164', 'sip_trunk_id', 'country']) {
      const plan = await owner.explain(
        `SELECT ${key}, count(*), sum(billable_duration_seconds), sum(customer_total_cents) FROM cdr.cdrs
         WHERE account_id = 'acc_3' AND created_at >= '2026-07-01' AND created_at < '2026-07-11' GROUP BY 1`,
      );
      expect(plan).toContain('Index Only Scan using cdrs_by_writing');
    }
    await owner.end();
  });
});
