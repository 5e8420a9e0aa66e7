import { newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../cdr.module';
import type { Decision } from '../domain/ingest/decision';
import { aDecision, aNewDecision, aRow, aRowOf, ingestWorldWith } from '../testing';
import { OutboxCharges } from '../testing/ingest/outbox-charges';

const SPOILT = { ended_at: 253_402_300_799 };
const CORRECTED = { ended_at: 1_780_000_070 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

function world(count = 1) {
  const accountId = newId('acc');
  const calls = Array.from({ length: count }, () => aNewDecision({ accountId }));
  const recording = ingestWorldWith(database.db, { decisions: calls, charges: new OutboxCharges(database.db) });
  const post = (...rows: object[]) => recording.recordCdrs.record(rows);
  const spoil = async (call: Decision) => {
    const [outcome] = await post(aRowOf(call, SPOILT));
    if (outcome?.outcome !== 'quarantined') throw new Error(`Not quarantined: ${JSON.stringify(outcome)}`);
    return outcome.quarantineId;
  };
  return { accountId, calls, call: calls[0] ?? aDecision(), post, spoil, ...recording };
}

const countOf = async (table: string, accountId: string) =>
  (
    await database.db.find<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE account_id = $1`, [
      accountId,
    ])
  )?.count;

/** Returns the counts of CDRs and of charges. */
const bookedOf = async (accountId: string) => [
  await countOf('cdr.cdrs', accountId),
  await countOf('platform.outbox', accountId),
];

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

describe('the quarantine on PostgreSQL', () => {
  it('stores a row once when it is posted ten times at once', async () => {
    const { accountId, calls, post } = world(20);
    const rows = calls.map((call) => aRowOf(call, SPOILT));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(...rows)));
    const ids = new Set(answers.flat().map((row) => (row.outcome === 'quarantined' ? row.quarantineId : row.outcome)));
    expect([ids.size, await countOf('cdr.quarantine', accountId)]).toEqual([20, 20]);
  });

  it('stores no personal data in plain text', async () => {
    const { call, post } = world();
    await post(aRowOf(call, { ...SPOILT, caller: '+4915112345678' }));
    const stored = await database.db.find(
      `SELECT to_jsonb(q)::text AS text FROM cdr.quarantine q WHERE decision_id = $1`,
      [call.id],
    );
    expect(stored?.['text']).not.toContain('15112345678');
  });

  it('stores a row that is nested too deeply, and books the other rows of the batch', async () => {
    const { accountId, calls, post, quarantine } = world(2);
    const depth = 100_000;
    const nested = JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`) as unknown;
    const [spoilt, booked] = await post(aRowOf(calls[0]!, { ...SPOILT, vendor: nested }), aRowOf(calls[1]!));
    const [unknown] = await post({ answered_at: 1, vendor: nested });
    expect([spoilt, booked, unknown].map((row) => row?.outcome)).toEqual(['quarantined', 'recorded', 'quarantined']);
    expect(await bookedOf(accountId)).toEqual([1, 1]);
    const id = spoilt?.outcome === 'quarantined' ? spoilt.quarantineId : '';
    const { sealedRow } = await quarantine.get(id);
    expect(sealedRow.length).toBeLessThan(2_000);
  });

  it('books a row once when ten operators retry it while the switch repeats it', async () => {
    const { accountId, call, spoil, post, retryQuarantinedRow } = world();
    const id = await spoil(call);
    const [retries, repeats] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, n) => outcomeOf(retryQuarantinedRow.retry(id, `op${n}`, CORRECTED)))),
      Promise.all(Array.from({ length: 10 }, () => post(aRowOf(call)))),
    ]);
    const recorded = repeats.flat().filter(({ outcome }) => outcome === 'recorded').length;
    expect(retries.filter((result) => result === 'done').length + recorded).toBe(1);
    expect(new Set(retries.filter((result) => result !== 'done'))).toEqual(new Set(['invalid_state']));
    expect(await bookedOf(accountId)).toEqual([1, 1]);
  });

  it('closes a row once when ten operators retry and discard it at once', async () => {
    const { accountId, call, spoil, quarantine, retryQuarantinedRow, discardQuarantinedRow, audit } = world();
    const id = await spoil(call);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        outcomeOf(
          n % 2 ? retryQuarantinedRow.retry(id, 'op', CORRECTED) : discardQuarantinedRow.discard(id, 'op', 'Test'),
        ),
      ),
    );
    const { state } = await quarantine.get(id);
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect([await bookedOf(accountId), audit.entries.at(-1)?.action]).toEqual(
      state === 'booked' ? [[1, 1], 'cdr_quarantine.retry'] : [[0, 0], 'cdr_quarantine.discard'],
    );
  });

  it('books nothing when the audit trail cannot be written', async () => {
    const { accountId, call, spoil, quarantine, retryQuarantinedRow, audit } = world();
    const id = await spoil(call);
    audit.record = () => Promise.reject(new Error('connection lost'));
    await expect(retryQuarantinedRow.retry(id, 'op', CORRECTED)).rejects.toThrow('connection lost');
    expect([await bookedOf(accountId), (await quarantine.get(id)).state]).toEqual([[0, 0], 'open']);
  });

  it('closes the row without a second charge when its call is already recorded', async () => {
    const { accountId, calls, call, post, quarantine, retryQuarantinedRow } = world();
    const [ambiguous] = await post(aRow({ ...aRowOf(call), decision_id: undefined, call_id: 'another' }));
    const id = ambiguous?.outcome === 'quarantined' ? ambiguous.quarantineId : '';
    const [recorded] = await post(aRowOf(call));
    const cdrId = recorded && 'cdrId' in recorded ? recorded.cdrId : '';
    const named = { decision_id: calls[0]?.id, call_id: call.callId };
    expect(await retryQuarantinedRow.retry(id, 'op', named)).toMatchObject({ state: 'booked', cdrId });
    expect([await bookedOf(accountId), (await quarantine.get(id)).resolvedBy]).toEqual([[1, 1], 'op']);
  });

  it('charges each call exactly once under concurrent reports and retries', async () => {
    const { accountId, calls, post, quarantine, retryQuarantinedRow } = world(40);
    const page = { limit: 100, sort: 'received_at', order: 'asc', after: null } as const;
    const filter = { state: 'open', reason: null, switchId: null, accountId } as const;
    const dice = () => Math.floor(Math.random() * calls.length);
    const someRows = () =>
      Array.from({ length: 8 }, () => aRowOf(calls[dice()] ?? aDecision(), Math.random() < 0.5 ? SPOILT : {}));
    const aSwitch = async () => {
      for (let n = 0; n < 12; n++) await post(...someRows());
    };
    const anOperator = async () => {
      for (let n = 0; n < 12; n++) {
        const { items } = await quarantine.list(filter, page);
        for (const { id } of items.slice(0, 5)) await outcomeOf(retryQuarantinedRow.retry(id, 'op', CORRECTED));
      }
    };
    await Promise.all([aSwitch(), anOperator(), aSwitch(), anOperator(), aSwitch()]);
    await post(...calls.map((call) => aRowOf(call)));
    for (const { id } of (await quarantine.list(filter, page)).items)
      await retryQuarantinedRow.retry(id, 'op', CORRECTED);
    expect(await bookedOf(accountId)).toEqual([40, 40]);
    expect((await quarantine.list(filter, page)).items).toEqual([]);
  });

  it('lists rows by state, reason and switch in pages, newest first', async () => {
    const { accountId, calls, spoil, quarantine } = world(3);
    const ids: string[] = [];
    for (const call of calls) ids.push(await spoil(call));
    const filter = { state: 'open', reason: 'ended_in_future', switchId: 'sw1', accountId } as const;
    const page = { limit: 2, sort: 'received_at', order: 'desc', after: null } as const;
    const first = await quarantine.list(filter, page);
    const second = await quarantine.list(filter, { ...page, after: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([...ids].reverse());
    expect(second.next).toBeNull();
    for (const other of [{ state: 'booked' }, { reason: 'unreadable' }, { switchId: 'sw2' }] as const)
      expect((await quarantine.list({ ...filter, ...other }, page)).items).toEqual([]);
  });

  it('deletes rows that are past the retention', async () => {
    const { call, spoil, quarantine, cdrQuarantine, clock } = world();
    const id = await spoil(call);
    clock.advance(400 * 86_400);
    await cdrQuarantine.prune();
    expect(await quarantine.get(id)).toMatchObject({ id });
    clock.advance(1);
    await cdrQuarantine.prune();
    await expect(quarantine.get(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await quarantine.countOpen()).toBe(0);
  });
});
