import type { ReportedAttempt } from '@trunkline/kernel';
import { anAttempt, aDecision, aReport, aRoute, germanRate } from '../../testing/samples';
import { createCdr } from './cdr';

const at = (seconds: number) => new Date(1_780_000_000_000 + seconds * 1000);

const identity = { id: 'cdr_1', accountId: 'acc_1', country: 'DE' };

describe('createCdr', () => {
  it('rates an answered call from answer to end', () => {
    const cdr = createCdr(identity, aReport({ startedAt: at(0), answeredAt: at(8), endedAt: at(70) }), aDecision());
    expect(cdr).toMatchObject({
      id: 'cdr_1',
      accountId: 'acc_1',
      direction: 'inbound',
      caller: '+493012345',
      callee: '+4930901820',
      durationSeconds: 70,
      billableDurationSeconds: 62,
      hangupCause: 'normal_clearing',
      sipResponseCode: 200,
      customerTotalCents: 2,
      currency: 'USD',
      rating: germanRate,
      forwardRating: null,
      sipTrunkId: 'trk_1',
      attempts: [
        {
          order: 1,
          leg: 'callee',
          targetId: 'rpt_1',
          targetKind: 'sip_trunk',
          gatewayId: 'gw_1',
          carrierId: null,
          contactId: null,
          destination: 'gw:5060',
          address: null,
          startedAt: at(0),
          ringSeconds: 8,
          answeredAt: at(8),
          sipCode: 200,
          sipReason: null,
          result: 'answered',
        },
      ],
    });
  });

  it('charges nothing for an unanswered call', () => {
    const cdr = createCdr(identity, aReport({ answeredAt: null, sipCode: 486 }), aDecision());
    expect(cdr).toMatchObject({
      answeredAt: null,
      billableDurationSeconds: 0,
      customerTotalCents: 0,
      hangupCause: 'user_busy',
      attempts: [],
    });
  });

  it('records why a call was rejected', () => {
    const decision = aDecision({
      action: 'reject',
      rejectCode: 480,
      rejectCause: 'no_route_destination',
      rating: null,
      routes: [],
    });
    const cdr = createCdr(identity, aReport({ answeredAt: null, sipCode: null }), decision);
    expect(cdr).toMatchObject({
      hangupCause: 'no_route_destination',
      sipResponseCode: 480,
      customerTotalCents: 0,
      rating: null,
    });
  });

  it('charges both legs of a forwarded call, rounded once', () => {
    const forward = aRoute({
      targetId: 'rpt_2',
      targetKind: 'pstn_forward',
      trunkId: null,
      gatewayId: null,
      destination: '+4915112345678',
      rating: { ...germanRate, ratePerMinuteMicrocents: 3_500_000 },
    });
    const decision = aDecision({ routes: [aRoute(), forward], sipTrunkId: null });
    const cdr = createCdr(
      identity,
      aReport({ startedAt: at(0), answeredAt: at(0), endedAt: at(60), branch: 1 }),
      decision,
    );
    expect(cdr).toMatchObject({
      forwardToE164: '+4915112345678',
      sipTrunkId: null,
      customerTotalCents: 5,
      forwardRating: { ratePerMinuteMicrocents: 3_500_000 },
    });
  });

  it('belongs to the trunk that was tried last, where no route answered', () => {
    const second = aRoute({ targetId: 'rpt_2', trunkId: 'trk_2', gatewayId: 'gw_2' });
    const decision = aDecision({ routes: [aRoute(), second], sipTrunkId: null });
    const first = anAttempt({ answeredAt: null, sipCode: 408, result: 'failed' });
    const trunkOf = (attempts: readonly ReportedAttempt[], decided = decision) =>
      createCdr(identity, aReport({ answeredAt: null, sipCode: 503, attempts }), decided).sipTrunkId;
    const next = { ...first, order: 2, targetId: 'rpt_2', gatewayId: 'gw_2' };
    expect(trunkOf([first, next])).toBe('trk_2');
    expect(trunkOf([first, { ...next, result: 'skipped' }])).toBe('trk_1');
    expect(trunkOf([])).toBeNull();
    // An attempt that says nothing of its route may be any of them.
    const unnamed = { ...next, isOrderStated: false, targetId: null, gatewayId: null };
    expect(trunkOf([first, unnamed])).toBeNull();
    expect(trunkOf([first, unnamed], { ...decision, sipTrunkId: 'trk_3' })).toBe('trk_3');
  });

  it('prefers the attempts to the branch', () => {
    const decision = aDecision({
      routes: [aRoute(), aRoute({ targetId: 'rpt_2', trunkId: 'trk_2', gatewayId: 'gw_2' })],
    });
    const attempts = [
      anAttempt({ sipCode: 503, result: 'failed' }),
      anAttempt({ order: 2, targetId: 'rpt_2', gatewayId: 'gw_2', startedAt: at(1), ringSeconds: 3 }),
    ];
    const cdr = createCdr(identity, aReport({ attempts, branch: 0 }), decision);
    expect(cdr.sipTrunkId).toBe('trk_2');
    expect(cdr.attempts.map(({ targetKind, destination }) => [targetKind, destination])).toEqual([
      ['sip_trunk', 'gw:5060'],
      ['sip_trunk', 'gw:5060'],
    ]);
  });

  it('keeps the attempts to an agent apart from the routes of the call', () => {
    const agent = anAttempt({ leg: 'agent', targetId: null, gatewayId: 'gw_of_agent', address: '192.0.2.9:5060' });
    const busy = anAttempt({ targetId: 'rpt_1', gatewayId: 'gw_1', sipCode: 486, result: 'busy' });
    const unanswered = { answeredAt: null, sipCode: 486, attempts: [agent, busy] };
    const cdr = createCdr(identity, aReport(unanswered), aDecision());
    expect(cdr.attempts).toMatchObject([
      { leg: 'agent', gatewayId: 'gw_of_agent', targetKind: 'sip_trunk', destination: null, address: '192.0.2.9:5060' },
      { leg: 'callee', gatewayId: 'gw_1', destination: 'gw:5060' },
    ]);
    expect(cdr.hangupCause).toBe('user_busy');
  });

  it('names why the agent did not take a call whose number was not called', () => {
    const agent = anAttempt({ leg: 'agent', sipCode: 503, result: 'failed', ringSeconds: 0 });
    const unanswered = { answeredAt: null, sipCode: 503, attempts: [agent] };
    expect(createCdr(identity, aReport(unanswered), aDecision()).hangupCause).toBe('network_out_of_order');
  });

  it('sets allotted_timeout when the system ended the call at its granted duration', () => {
    const report = (endedAt: Date) =>
      aReport({ startedAt: at(0), answeredAt: at(0), endedAt, disconnectedBy: 'system' });
    const decision = aDecision({ maxDurationSeconds: 60 });
    expect(createCdr(identity, report(at(60)), decision).hangupCause).toBe('allotted_timeout');
    // The timer of the switch ticked just before the reported second was over.
    expect(createCdr(identity, report(at(59)), decision).hangupCause).toBe('allotted_timeout');
    expect(createCdr(identity, report(at(58)), decision).hangupCause).toBe('normal_clearing');
  });

  it('detects ringing by attempts, by the event of the switch, or by the duration', () => {
    const timedOut = (seconds: number) =>
      aReport({ startedAt: at(0), answeredAt: null, endedAt: at(seconds), sipCode: 408 });
    expect(createCdr(identity, timedOut(4), aDecision()).hangupCause).toBe('network_out_of_order');
    expect(createCdr(identity, timedOut(25), aDecision()).hangupCause).toBe('no_answer');
    expect(createCdr(identity, timedOut(4), aDecision({ rangAt: at(1) })).hangupCause).toBe('no_answer');
    const rung = anAttempt({ targetId: null, gatewayId: null, ringSeconds: 2, sipCode: 408, result: 'no_answer' });
    expect(createCdr(identity, { ...timedOut(4), attempts: [rung] }, aDecision()).hangupCause).toBe('no_answer');
  });

  it('records a withheld caller as null', () => {
    expect(createCdr(identity, aReport(), aDecision({ from: '' })).caller).toBeNull();
  });
});
