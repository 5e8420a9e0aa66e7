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
const NAMES = { gateways: new Map([['gw_1', 'Berlin 1']]) };
type Given = Parameters<typeof ladderOf>[0];
const lanes = (given: Given) => ladderOf(given, NAMES).lanes.map(({ name }) => name);
const shown = (given: Given, route: string | null = null) =>
  ladderOf(given, { ...NAMES, route }).steps.map(
    ({ from, to, text, after, band = '' }) => `${from}>${to} ${band}${band && ' '}${text} ${after ?? '-'}`,
  );

describe('ladderOf', () => {
  it('shows a failed attempt, the answered attempt, the talk and who hung up', () => {
    const attempts = [
      attempt({ sip_code: 503, result: 'failed' }),
      attempt({ order: 2, destination: 'sip2.example.com:5060', started_at: 104, ring_s: 6, answered_at: 110 }),
    ];
    const talked = { ...call, attempts, disconnected_by: 'callee' };
    expect(lanes(talked)).toEqual(['Caller', 'Trunkline', 'sip1.example.com:5060', 'sip2.example.com:5060']);
    expect(shown(talked)).toEqual([
      '0>1 INVITE 0',
      '1>2 INVITE 0',
      '2>1 503 Service Unavailable -',
      '1>3 INVITE 4',
      '3>1 180 Ringing 4',
      '3>1 200 OK 10',
      '1>0 200 OK 10',
      '0>3 lanes Talking for 0:30 10',
      '3>1 BYE 40',
      '1>0 BYE 40',
    ]);
    expect(shown({ ...talked, disconnected_by: 'caller' }).slice(-2)).toEqual(['0>1 BYE 40', '1>3 BYE 40']);
    expect(shown({ ...talked, disconnected_by: 'system' }).slice(-2)).toEqual(['1>0 BYE 40', '1>3 BYE 40']);
    expect(shown({ ...talked, disconnected_by: null }).slice(-1)).toEqual(['1>1 all The call ends. 40']);
  });

  it('names gateways, with their addresses', () => {
    const attempts = [attempt({ gateway_id: 'gw_1' }), attempt({ order: 2, gateway_id: 'gw_gone' })];
    expect(ladderOf({ ...call, attempts }, NAMES).lanes.slice(2)).toEqual([
      { name: 'Berlin 1', detail: 'sip1.example.com:5060' },
      { name: 'sip1.example.com:5060', detail: null },
    ]);
  });

  it('says in a sentence what was decided', () => {
    const decision = { action: 'route', reason: null, routes: 2, max_duration_s: 14_400, at: 100 } as const;
    const decided = (given: Partial<Given>, route: string | null = null) =>
      shown({ ...call, attempts: [], answered_at: null, decision, ...given }, route)[1];
    expect(decided({}, 'Front desk')).toBe('1>1 all The call goes to Front desk, with 2 destinations to try. 0');
    expect(decided({ decision: { ...decision, routes: 1 } })).toBe('1>1 all The call has 1 destination to try. 0');
    expect(decided({ direction: 'outbound' })).toBe(
      '1>1 all The call may last up to 4:00:00, with 2 destinations to try. 0',
    );
    expect(decided({ decision: { ...decision, action: 'reject', reason: 'no_route' } })).toBe(
      '1>1 all The call is rejected: your number routes nowhere. 0',
    );
  });

  it('shows the decision before the attempt that follows it, also when our clock is ahead of the switch', () => {
    const attempts = [attempt({ started_at: 101, answered_at: 110 })];
    const decision = (at: number) => ({ action: 'route', reason: null, routes: 1, max_duration_s: 60, at }) as const;
    const text = '1>1 all The call has 1 destination to try.';
    expect(shown({ ...call, attempts, decision: decision(100) })[1]).toBe(`${text} 0`);
    expect(shown({ ...call, attempts, decision: decision(107) })[1]).toBe(`${text} 1`);
    expect(shown({ ...call, attempts: [], answered_at: null, decision: decision(103) })[1]).toBe(`${text} 3`);
  });

  it('shows one lane for a destination that was tried twice, and a band for silence and for a skipped one', () => {
    const attempts = [
      attempt({ sip_code: 503, result: 'failed' }),
      attempt({ order: 2, sip_code: null, result: 'failed' }),
      attempt({ order: 3, gateway_id: 'gw_1', sip_code: null, sip_reason: 'Retry-After', result: 'skipped' }),
    ];
    const unanswered = { ...call, answered_at: null, final_code: 503, attempts };
    expect(lanes(unanswered)).toHaveLength(3);
    expect(shown(unanswered).slice(-4)).toEqual([
      '1>2 INVITE 0',
      '1>1 all sip1.example.com:5060 did not answer and was given up. -',
      '1>1 all Berlin 1 is left out: Retry-After. -',
      '1>0 503 Service Unavailable 40',
    ]);
  });

  it('has the time of the answer of the call where the attempt has none', () => {
    const attempts = [attempt({ started_at: 101, ring_s: 4 })];
    expect(shown({ ...call, attempts }).slice(2, 5)).toEqual(['2>1 180 Ringing 6', '2>1 200 OK 10', '1>0 200 OK 10']);
  });

  it('gives a response without a time that of the messages around it, if they have the same', () => {
    const attempts = [attempt({ sip_code: 503, result: 'failed' }), attempt({ order: 2, answered_at: 110 })];
    expect(shown({ ...call, attempts })[2]).toBe('2>1 503 Service Unavailable 0');
  });

  it('draws a busy callee as ordinary, and a failed attempt as a fault', () => {
    const tones = (given: Partial<CdrAttempt>, hangup_cause: string) =>
      ladderOf(
        { ...call, answered_at: null, final_code: given.sip_code ?? null, hangup_cause, attempts: [attempt(given)] },
        NAMES,
      )
        .steps.slice(-2)
        .map(({ tone }) => tone);
    expect(tones({ sip_code: 486, result: 'busy' }, 'user_busy')).toEqual(['plain', 'plain']);
    expect(tones({ sip_code: 503, result: 'failed' }, 'network_out_of_order')).toEqual(['bad', 'bad']);
  });

  it('ends with the end of a call whose record is not written yet', () => {
    const ringing = { ...attempt({ sip_code: 180 }), result: null };
    const unanswered = { ...call, answered_at: null, final_code: null, attempts: [ringing] };
    expect(shown(unanswered).at(-1)).toBe('1>1 all The call ends. 40');
    expect(shown({ ...unanswered, ended_at: null }).at(-1)).toBe('2>1 180 Ringing -');
  });

  it('shows both legs of a click to dial, while it goes on', () => {
    const agent = attempt({ leg: 'agent', address: '192.0.2.1:5060', destination: null, answered_at: 103 });
    const callee = { ...attempt({ destination: '+442079460000', sip_code: 180 }), result: null };
    const live = { direction: 'outbound', started_at: 100, answered_at: null, attempts: [agent, callee] };
    expect(lanes(live)).toEqual(['Your request', 'Trunkline', 'Your trunk, 192.0.2.1:5060', '+442079460000']);
    expect(shown(live)).toEqual([
      '0>1 Place a call 0',
      '1>2 INVITE 0',
      '2>1 200 OK 3',
      '1>3 INVITE 0',
      '3>1 180 Ringing -',
    ]);
  });
});
