import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import { cdrPersistence } from '../../cdr.module';
import type { Decision } from '../../domain/ingest/decision';
import { aNewDecision, aRoute, aRowOf, germanRate, ingestWorld } from '../../testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

const start = 1_780_000_000;
const forward = aRoute({
  targetId: 'rpt_2',
  targetKind: 'pstn_forward',
  trunkId: null,
  gatewayId: null,
  destination: '+4915112345678',
  rating: { ...germanRate, ratePerMinuteMicrocents: 90_000_000 },
});

/** Returns the outcome of one row, its charge and its CDR. */
async function report(row: object, given: Partial<Decision> = {}) {
  const decision = aNewDecision(given);
  const world = ingestWorld(database.db, [decision]);
  const [outcome] = await world.recordCdrs.record([aRowOf(decision, row)]);
  const chargedCents = world.charges.posted.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { outcome: outcome?.outcome, chargedCents, cdr: (await world.cdrsOf(decision.accountId))[0] };
}

describe('a CDR is checked against its decision', () => {
  it.each([
    [
      'lasts longer than max_duration_s and 90 seconds',
      { ended_at: start + 8 + 300 + 91 },
      { maxDurationSeconds: 300 },
    ],
    ['started more than 10 minutes before the decision', { started_at: start - 601 }, {}],
    [
      'started more than 10 minutes after the decision',
      { started_at: start + 601, answered_at: start + 602, ended_at: start + 700 },
      {},
    ],
    ['ends more than 60 seconds in the future', { ended_at: start + 20_000 }, { maxDurationSeconds: 30_000 }],
    [
      'was answered although the call was rejected',
      {},
      { action: 'reject' as const, rejectCode: 402, rejectCause: 'insufficient_balance', rating: null, routes: [] },
    ],
  ])('quarantines a call that %s', async (_name, row, decision) => {
    expect(await report(row, decision)).toMatchObject({ outcome: 'quarantined', chargedCents: 0 });
  });

  it('quarantines an unanswered row of a call that the switch reported as answered', async () => {
    const row = { answered_at: null, sip_code: null };
    const decision = { answeredAt: new Date((start + 8) * 1000) };
    expect(await report(row, decision)).toMatchObject({ outcome: 'quarantined' });
    expect(await report(row)).toMatchObject({ outcome: 'recorded', chargedCents: 0 });
  });

  it('charges no more than max_duration_s', async () => {
    const { outcome, cdr } = await report({ ended_at: start + 8 + 390 }, { maxDurationSeconds: 300 });
    expect([outcome, cdr?.billableDurationSeconds, cdr?.durationSeconds]).toEqual(['recorded', 300, 398]);
  });
});

describe('the clock of a switch', () => {
  const DAY = 86_400;
  const at = (seconds: number) => new Date((start + seconds) * 1000);
  /** A sandbox whose clock was one day ahead at the decision, and is `days` ahead now. */
  const sandbox = (days: number) => {
    const decision = aNewDecision({ createdAt: at(DAY), storedAt: at(0.2) });
    const world = ingestWorld(database.db, [decision]);
    world.offset.seconds = days * DAY;
    world.clock.advance(days * DAY);
    const record = (row: object = {}) => world.recordCdrs.record([aRowOf(decision, row)]);
    return { record, cdrs: () => world.cdrsOf(decision.accountId) };
  };

  it.each([1, 3])(
    'is shifted by the offset of the test clock at the decision, with an offset of %d days now',
    async (days) => {
      const { record, cdrs } = sandbox(days);
      expect(await record()).toMatchObject([{ outcome: 'recorded' }]);
      expect(await cdrs()).toMatchObject([{ startedAt: at(DAY), answeredAt: at(DAY + 8), endedAt: at(DAY + 70) }]);
    },
  );

  it('is checked against real time after the test clock was advanced', async () => {
    expect(await sandbox(3).record({ ended_at: start + 3_600 + 61 })).toMatchObject([{ reason: 'ended_in_future' }]);
    expect(await sandbox(3).record({ ended_at: start + 3_600 + 60 })).toMatchObject([{ outcome: 'recorded' }]);
  });

  it('is measured by the start of the call, even of a quarantined report', async () => {
    const decision = aNewDecision();
    const world = ingestWorld(database.db, [decision]);
    const row = { started_at: start - 7_200, answered_at: start - 7_000, ended_at: start };
    await world.recordCdrs.record([aRowOf(decision, row)]);
    expect([...world.meter.skews]).toEqual([['sw1', -7_200]]);
    expect(world.meter.quarantined).toEqual(['started_too_early']);
  });
});

describe('the answered route', () => {
  it('is the most expensive one when neither branch nor attempts name it', async () => {
    expect(await report({}, { routes: [aRoute(), forward] })).toMatchObject({
      outcome: 'recorded',
      chargedCents: 95,
      cdr: { isLegEstimated: true },
    });
  });
});

describe('a partly unreadable row', () => {
  it.each([
    ['a negative ring_s', { attempts: [{ ring_s: -1, sip_code: 200, gateway_id: 'gw_1', target_id: 'rpt_1' }] }],
    ['fractional seconds', { started_at: start + 0.25, answered_at: start + 8.5, ended_at: start + 70.75 }],
    [
      'numbers as strings',
      { started_at: `${start}`, answered_at: `${start + 8}.5`, ended_at: `${start + 70}`, sip_code: '200' },
    ],
  ])('is recorded with %s', async (_name, row) => {
    expect(await report(row)).toMatchObject({ outcome: 'recorded', chargedCents: 2 });
  });

  it('is recorded with the result no_answer for a target that rang out', async () => {
    const attempts = [{ order: 1, target_id: 'rpt_1', gateway_id: 'gw_1', ring_s: 25, sip_code: 408 }];
    const { cdr } = await report({ answered_at: null, sip_code: 408, attempts });
    expect(cdr?.attempts[0]?.result).toBe('no_answer');
  });
});

describe('any report', () => {
  const times = fc.oneof(fc.integer({ min: start - 900, max: start + 4_000 }), fc.jsonValue());
  const rows = fc.record(
    {
      switch_id: fc.oneof(fc.constant('sw1'), fc.jsonValue()),
      call_id: fc.oneof(fc.constant('c1'), fc.jsonValue()),
      decision_id: fc.oneof(fc.constantFrom('rd_1', 'rd_2'), fc.jsonValue()),
      started_at: times,
      answered_at: times,
      ended_at: times,
      sip_code: fc.oneof(fc.integer({ min: 90, max: 710 }), fc.jsonValue()),
      branch: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.jsonValue()),
      attempts: fc.oneof(fc.array(fc.record({ order: fc.jsonValue(), result: fc.jsonValue() })), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );

  it('gets one outcome per row, and loses no row with a decision or an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(rows, fc.jsonValue()), { minLength: 1, maxLength: 10 }), async (given) => {
        const decision = aNewDecision();
        const text = JSON.stringify(given)
          .replaceAll('"rd_1"', `"${decision.id}"`)
          .replaceAll('"c1"', `"${decision.callId}"`);
        const sent = JSON.parse(text) as unknown[];
        const world = ingestWorld(database.db, [decision]);
        const outcomes = await world.recordCdrs.record(sent);
        expect(outcomes).toHaveLength(sent.length);
        for (const [index, { outcome }] of outcomes.entries()) {
          const row = (sent[index] ?? {}) as Record<string, unknown>;
          const isAnswered = typeof row['answered_at'] === 'number' && row['answered_at'] !== 0;
          if (row['decision_id'] === decision.id || isAnswered)
            expect(outcome).toMatch(/^(recorded|repeated|quarantined)$/);
        }
        const cdrs = await world.cdrsOf(decision.accountId);
        expect(world.charges.posted.length).toBeLessThanOrEqual(cdrs.length);
        expect(cdrs.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a call that cannot be matched or read', () => {
  it('is quarantined when it was answered and is unreadable', async () => {
    expect(await report({ ended_at: 'later' })).toMatchObject({ outcome: 'quarantined' });
  });

  it('is matched without decision_id when exactly one unreported decision of the switch and call exists', async () => {
    expect(await report({ decision_id: undefined })).toMatchObject({ outcome: 'recorded', chargedCents: 2 });
  });

  it('is ignored when it was not answered and has no decision', async () => {
    expect(await report({ decision_id: 'rd_none', answered_at: null, sip_code: 486 })).toMatchObject({
      outcome: 'ignored',
    });
  });
});

describe('the country of a CDR', () => {
  it.each([
    ['is the country of the caller of an inbound call', { from: '+4312345678', country: 'DE' }, 'AT'],
    ['is null for a withheld number', { from: 'anonymous', country: 'DE' }, null],
    ['is null for a SIP URI', { from: 'sip:bob@example.com', country: 'DE' }, null],
    ['is null for a satellite number', { from: '+870773111632', country: 'DE' }, null],
  ])('%s', async (_name, decision, country) => {
    expect((await report({}, decision)).cdr?.country).toBe(country);
  });
});
