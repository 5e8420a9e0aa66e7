import { newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import { aNewDecision, aRow, aRowOf, ingestWorld } from '../../testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

/** Returns ingest with one decision, for a new account. */
function worldOfOne() {
  const decision = aNewDecision();
  const world = ingestWorld(database.db, [decision]);
  const record = (...rows: object[]) => world.recordCdrs.record(rows.map((row) => aRowOf(decision, row)));
  return { ...world, decision, record, cdrs: () => world.cdrsOf(decision.accountId) };
}

describe('RecordCdrs', () => {
  it('rates, records and charges a call, and publishes an event', async () => {
    const world = worldOfOne();
    const { accountId, id: decisionId } = world.decision;
    const [outcome] = await world.record({});
    const [cdr] = await world.cdrs();
    expect(outcome).toEqual({ outcome: 'recorded', cdrId: cdr?.id });
    expect(cdr).toMatchObject({
      accountId,
      customerTotalCents: 2,
      billingTransactionId: expect.stringMatching(/^txn_/) as string,
      createdAt: world.clock.now(),
    });
    expect(world.charges.posted).toEqual([
      {
        accountId,
        amountCents: 2,
        description: 'Inbound call to +4930901820',
        relatedKind: 'cdr',
        relatedId: cdr?.id,
        reference: cdr?.id,
        item: 'usage_inbound',
        usageOf: '+4930901820',
        usageSeconds: 62,
        forwardCents: 0,
        transactionId: cdr?.billingTransactionId,
      },
    ]);
    expect(world.events.published).toEqual([
      {
        type: 'call.completed',
        accountId,
        data: {
          cdr_id: cdr?.id,
          direction: 'inbound',
          e164: '+4930901820',
          customer_reference: null,
          caller_withheld: false,
          attestation: null,
          verification: null,
          billable_duration_s: 62,
          customer_total_cents: 2,
        },
      },
    ]);
    expect(world.decisions.reported).toEqual([decisionId]);
  });

  it('records an unanswered call without a charge', async () => {
    const world = worldOfOne();
    await world.record({ answered_at: null, sip_code: 486 });
    expect(await world.cdrs()).toEqual([
      expect.objectContaining({ hangupCause: 'user_busy', customerTotalCents: 0, billingTransactionId: null }),
    ]);
    expect(world.charges.posted).toEqual([]);
    expect(world.events.published).toHaveLength(1);
  });

  it('charges a call once when it is reported several times', async () => {
    const world = worldOfOne();
    const [first] = await world.record({});
    const again = await world.record({}, { ended_at: 1_780_009_999 });
    const repeated = { outcome: 'repeated', cdrId: first && 'cdrId' in first ? first.cdrId : '' };
    expect(again).toEqual([repeated, repeated]);
    expect([(await world.cdrs()).length, world.charges.posted.length, world.events.published.length]).toEqual([
      1, 1, 1,
    ]);
  });

  it('records the first of two rows of one call in one batch', async () => {
    const world = worldOfOne();
    const outcomes = await world.record({}, {});
    const cdrId = (await world.cdrs())[0]?.id;
    expect(outcomes).toEqual([
      { outcome: 'recorded', cdrId },
      { outcome: 'repeated', cdrId },
    ]);
  });

  it('returns an outcome for each row, and invalid rows do not affect valid ones', async () => {
    const first = aNewDecision();
    const second = aNewDecision();
    const unassigned = {
      ...aNewDecision({
        action: 'reject',
        rejectCode: 404,
        rejectCause: 'unallocated_number',
        rating: null,
        routes: [],
      }),
      accountId: null,
    };
    const world = ingestWorld(database.db, [first, second, unassigned]);
    const rows = [
      aRowOf(second),
      'nonsense',
      aRow({ decision_id: 'rd_unknown' }),
      aRowOf(first, { call_id: 'another' }),
      aRowOf(unassigned, { answered_at: null, sip_code: 404 }),
      aRowOf(first),
    ];
    const outcomes = await world.recordCdrs.record(rows);
    expect(outcomes.map((row) => (row.outcome === 'quarantined' ? row.reason : row.outcome))).toEqual([
      ...['recorded', 'error', 'unknown_decision', 'decision_mismatch', 'ignored', 'recorded'],
    ]);
    expect(world.meter.outcomes.sort()).toEqual([
      ...['error', 'ignored', 'quarantined', 'quarantined', 'recorded', 'recorded'],
    ]);
    const cdrs = await world.cdrsOf(first.accountId, second.accountId);
    expect(cdrs.map(({ accountId }) => accountId).sort()).toEqual([first.accountId, second.accountId]);
    expect(world.decisions.reported.sort()).toEqual([first.id, second.id, unassigned.id]);
  });

  it('quarantines the one row of a batch that cannot be charged, and records the others', async () => {
    const accountId = newId('acc');
    const decisions = [1, 2, 3].map(() => aNewDecision({ accountId }));
    const world = ingestWorld(database.db, decisions);
    world.charges.refusedCents = 3;
    const rows = decisions.map((decision, n) => aRowOf(decision, n === 1 ? { ended_at: 1_780_000_120 } : {}));
    const outcomes = await world.recordCdrs.record(rows);
    expect(outcomes.map((row) => (row.outcome === 'quarantined' ? row.reason : row.outcome))).toEqual([
      ...['recorded', 'charge_refused', 'recorded'],
    ]);
    expect(await world.cdrsOf(accountId)).toHaveLength(2);
  });

  it('quarantines the rows of the account that cannot be charged, and records those of the others', async () => {
    const accountIds = [newId('acc'), newId('acc'), newId('acc')];
    const decisions = Array.from({ length: 12 }, (_, n) => aNewDecision({ accountId: accountIds[n % 3]! }));
    const world = ingestWorld(database.db, decisions);
    world.charges.refusedCents = 3;
    const isRefused = (accountId: string) => accountId === accountIds[1];
    const rows = decisions.map((each) => aRowOf(each, isRefused(each.accountId) ? { ended_at: 1_780_000_120 } : {}));
    const outcomes = await world.recordCdrs.record(rows);
    expect(outcomes.map((row) => (row.outcome === 'quarantined' ? row.reason : row.outcome))).toEqual(
      decisions.map(({ accountId }) => (isRefused(accountId) ? 'charge_refused' : 'recorded')),
    );
    expect((await world.cdrsOf(...accountIds)).map(({ accountId }) => accountId).filter(isRefused)).toEqual([]);
    expect(await world.cdrsOf(...accountIds)).toHaveLength(8);
  });

  it('fails when nothing can be stored, so that the switch repeats the report', async () => {
    const world = worldOfOne();
    world.store.add = () => Promise.reject(new Error('connection lost'));
    await expect(world.record({})).rejects.toThrow('connection lost');
  });

  it('records a thousand rows of several accounts', async () => {
    const accountIds = [newId('acc'), newId('acc'), newId('acc')];
    const decisions = Array.from({ length: 1_000 }, (_, n) => aNewDecision({ accountId: accountIds[n % 3]! }));
    const world = ingestWorld(database.db, decisions);
    const outcomes = await world.recordCdrs.record(decisions.map((decision) => aRowOf(decision)));
    expect(outcomes.every(({ outcome }) => outcome === 'recorded')).toBe(true);
    const idOf = new Map((await world.cdrsOf(...accountIds)).map(({ sipCallId, id }) => [sipCallId, id]));
    expect(outcomes.map((row) => ('cdrId' in row ? row.cdrId : ''))).toEqual(
      decisions.map(({ callId }) => idOf.get(callId)),
    );
  });
});
