import type { CdrAttempt } from '@trunkline/client';
import { ladderOf } from './ladder-steps';

const attempt = (given: Partial<CdrAttempt>): CdrAttempt => ({
  order: 1,
  leg: 'callee',
  target_id: null,
  target_kind: 'sip_trunk',
  gateway_id: null,
  contact_id: null,
  destination: 'sip1.example.com:5060',
  address: null,
  started_at: 100,
  ring_s: 0,
  answered_at: null,
  sip_code: 200,
  sip_reason: null,
  explanation: null,
  remedy: null,
  result: 'answered',
  ...given,
});
const call = { direction: 'inbound', started_at: 100, answered_at: 110, ended_at: 140, final_code: 200 };
const shown = (given: Parameters<typeof ladderOf>[0]) =>
  ladderOf(given).steps.map(({ from, to, text, after }) => `${from}>${to} ${text} ${after ?? '-'}`);

describe('ladderOf', () => {
  it('shows a failed attempt, the answered attempt and the talk', () => {
    const attempts = [
      attempt({ sip_code: 503, result: 'failed' }),
      attempt({ order: 2, destination: 'sip2.example.com:5060', started_at: 104, ring_s: 6, answered_at: 110 }),
    ];
    expect(ladderOf({ ...call, attempts }).lanes).toEqual([
      'Caller',
      'Trunkline',
      'sip1.example.com:5060',
      'sip2.example.com:5060',
    ]);
    expect(shown({ ...call, attempts })).toEqual([
      '0>1 INVITE 0',
      '1>2 INVITE 0',
      '2>1 503 Service Unavailable -',
      '1>3 INVITE 4',
      '3>1 180 Ringing -',
      '3>1 200 OK 10',
      '1>0 200 OK 10',
      '1>1 Talking 10',
      '1>1 Ended 40',
    ]);
  });

  it('shows the decision before the attempt that follows it, also when our clock is ahead of the switch', () => {
    const attempts = [attempt({ started_at: 101, answered_at: 110 })];
    const decision = (at: number) => ({ action: 'route', routes: 1, at });
    expect(shown({ ...call, attempts, decision: decision(100) })[1]).toBe('1>1 Decision: 1 route 0');
    expect(shown({ ...call, attempts, decision: decision(107) })[1]).toBe('1>1 Decision: 1 route 1');
    expect(shown({ ...call, attempts: [], answered_at: null, decision: decision(103) })[1]).toBe(
      '1>1 Decision: 1 route 3',
    );
  });

  it('shows one lane for a destination that was tried twice, and none for a skipped one', () => {
    const attempts = [
      attempt({ sip_code: 503, result: 'failed' }),
      attempt({ order: 2, sip_code: null, result: 'failed' }),
      attempt({ order: 3, destination: 'other', sip_code: null, result: 'skipped' }),
    ];
    const unanswered = { ...call, answered_at: null, final_code: 503, attempts };
    expect(ladderOf(unanswered).lanes).toHaveLength(3);
    expect(shown(unanswered).slice(-2)).toEqual(['2>2 No response -', '1>0 503 Service Unavailable 40']);
  });

  it('draws a busy callee as ordinary, and a failed attempt as a fault', () => {
    const tones = (given: Partial<CdrAttempt>, hangup_cause: string) =>
      ladderOf({
        ...call,
        answered_at: null,
        final_code: given.sip_code ?? null,
        hangup_cause,
        attempts: [attempt(given)],
      })
        .steps.slice(-2)
        .map(({ tone }) => tone);
    expect(tones({ sip_code: 486, result: 'busy' }, 'user_busy')).toEqual(['plain', 'plain']);
    expect(tones({ sip_code: 503, result: 'failed' }, 'network_out_of_order')).toEqual(['bad', 'bad']);
  });

  it('shows both legs of a click to dial, while it goes on', () => {
    const agent = attempt({ leg: 'agent', address: '192.0.2.1:5060', destination: null, answered_at: 103 });
    const callee = { ...attempt({ destination: '+442079460000', sip_code: 180 }), result: null };
    const live = { direction: 'outbound', started_at: 100, answered_at: null, attempts: [agent, callee] };
    expect(ladderOf(live).lanes).toEqual(['Your request', 'Trunkline', 'Your trunk, 192.0.2.1:5060', '+442079460000']);
    expect(shown(live)).toEqual([
      '0>1 Place a call 0',
      '1>2 INVITE 0',
      '2>1 200 OK 3',
      '1>3 INVITE 0',
      '3>1 180 Ringing -',
    ]);
  });
});
