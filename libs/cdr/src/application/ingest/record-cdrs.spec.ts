import { aDecision, aRow, cdrStoreContract, cdrWorld, InMemoryCdrStore } from '../../testing';

cdrStoreContract(() => new InMemoryCdrStore());

describe('RecordCdrs', () => {
  it('rates, records and charges a call, and publishes an event', async () => {
    const world = cdrWorld({ decisions: [aDecision()] });
    const [outcome] = await world.recordCdrs.execute([aRow()]);
    const [cdr] = world.store.cdrs;
    expect(outcome).toEqual({ outcome: 'recorded', cdrId: cdr?.id });
    expect(cdr).toMatchObject({
      accountId: 'acc_1',
      customerTotalCents: 2,
      billingTransactionId: expect.stringMatching(/^txn_/) as string,
      createdAt: world.clock.now(),
    });
    expect(world.charges.posted).toEqual([
      {
        accountId: 'acc_1',
        amountCents: 2,
        description: 'Inbound call to +4930901820',
        relatedKind: 'cdr',
        relatedId: cdr?.id,
        reference: cdr?.id,
        item: 'usage_inbound',
        transactionId: cdr?.billingTransactionId,
      },
    ]);
    expect(world.events.published).toEqual([
      {
        type: 'call.completed',
        accountId: 'acc_1',
        data: {
          cdr_id: cdr?.id,
          direction: 'inbound',
          e164: '+4930901820',
          billable_duration_s: 62,
          customer_total_cents: 2,
        },
      },
    ]);
    expect(world.decisions.reported).toEqual(['rd_1']);
  });

  it('records an unanswered call without a charge', async () => {
    const world = cdrWorld({ decisions: [aDecision()] });
    await world.recordCdrs.execute([aRow({ answered_at: null, sip_code: 486 })]);
    expect(world.store.cdrs).toEqual([
      expect.objectContaining({ hangupCause: 'user_busy', customerTotalCents: 0, billingTransactionId: null }),
    ]);
    expect(world.charges.posted).toEqual([]);
    expect(world.events.published).toHaveLength(1);
  });

  it('charges a call once when it is reported several times', async () => {
    const world = cdrWorld({ decisions: [aDecision()] });
    const [first] = await world.recordCdrs.execute([aRow()]);
    const again = await world.recordCdrs.execute([aRow(), aRow({ ended_at: 1_780_009_999 })]);
    const repeated = { outcome: 'repeated', cdrId: first && 'cdrId' in first ? first.cdrId : '' };
    expect(again).toEqual([repeated, repeated]);
    expect([world.store.cdrs.length, world.charges.posted.length, world.events.published.length]).toEqual([1, 1, 1]);
  });

  it('records the first of two rows of one call in one batch', async () => {
    const world = cdrWorld({ decisions: [aDecision()] });
    const outcomes = await world.recordCdrs.execute([aRow(), aRow()]);
    const cdrId = world.store.cdrs[0]?.id;
    expect(outcomes).toEqual([
      { outcome: 'recorded', cdrId },
      { outcome: 'repeated', cdrId },
    ]);
  });

  it('returns an outcome for each row, and invalid rows do not affect valid ones', async () => {
    const decisions = [
      aDecision(),
      aDecision({ id: 'rd_2', callId: 'c2', accountId: 'acc_2' }),
      aDecision({
        id: 'rd_none',
        callId: 'c3',
        accountId: null,
        action: 'reject',
        rejectCode: 404,
        rejectCause: 'unallocated_number',
        rating: null,
        routes: [],
      }),
    ];
    const world = cdrWorld({ decisions });
    const rows = [
      aRow({ call_id: 'c2', decision_id: 'rd_2' }),
      'nonsense',
      aRow({ decision_id: 'rd_unknown' }),
      aRow({ call_id: 'another' }),
      aRow({ call_id: 'c3', decision_id: 'rd_none', answered_at: null, sip_code: 404 }),
      aRow(),
    ];
    const outcomes = await world.recordCdrs.execute(rows);
    expect(outcomes.map((row) => (row.outcome === 'quarantined' ? row.reason : row.outcome))).toEqual([
      ...['recorded', 'error', 'unknown_decision', 'decision_mismatch', 'ignored', 'recorded'],
    ]);
    expect(world.meter.outcomes.sort()).toEqual([
      ...['error', 'ignored', 'quarantined', 'quarantined', 'recorded', 'recorded'],
    ]);
    expect(world.store.cdrs.map(({ accountId }) => accountId).sort()).toEqual(['acc_1', 'acc_2']);
    expect(world.decisions.reported.sort()).toEqual(['rd_1', 'rd_2', 'rd_none']);
  });

  it('quarantines the one row of a batch that cannot be charged, and records the others', async () => {
    const decisions = [1, 2, 3].map((n) => aDecision({ id: `rd_${n}`, callId: `c${n}` }));
    const world = cdrWorld({ decisions });
    world.charges.refusedCents = 3;
    const settle = world.charges.settle.bind(world.charges);
    world.charges.settle = (calls) =>
      settle(calls).catch((error: unknown) => {
        // Imitates the rollback of the surrounding transaction.
        for (const { decisionId } of calls) world.store.rollBack(decisionId);
        throw error;
      });
    const rows = [1, 2, 3].map((n) =>
      aRow({ call_id: `c${n}`, decision_id: `rd_${n}`, ...(n === 2 && { ended_at: 1_780_000_120 }) }),
    );
    const outcomes = await world.recordCdrs.execute(rows);
    expect(outcomes.map((row) => (row.outcome === 'quarantined' ? row.reason : row.outcome))).toEqual([
      ...['recorded', 'charge_refused', 'recorded'],
    ]);
    expect(world.store.cdrs).toHaveLength(2);
  });

  it('fails when nothing can be stored, so that the switch repeats the report', async () => {
    const world = cdrWorld({ decisions: [aDecision()] });
    world.store.add = () => Promise.reject(new Error('connection lost'));
    await expect(world.recordCdrs.execute([aRow()])).rejects.toThrow('connection lost');
  });

  it('records a thousand rows of several accounts', async () => {
    const decisions = Array.from({ length: 1_000 }, (_, n) =>
      aDecision({ id: `rd_${n}`, callId: `c${n}`, accountId: `acc_${n % 3}` }),
    );
    const world = cdrWorld({ decisions });
    const outcomes = await world.recordCdrs.execute(
      decisions.map(({ id, callId }) => aRow({ decision_id: id, call_id: callId })),
    );
    expect(outcomes.every(({ outcome }) => outcome === 'recorded')).toBe(true);
    const order = new Map(world.store.cdrs.map(({ decisionId, id }) => [decisionId, id]));
    expect(outcomes.map((row) => ('cdrId' in row ? row.cdrId : ''))).toEqual(decisions.map(({ id }) => order.get(id)));
  });
});
