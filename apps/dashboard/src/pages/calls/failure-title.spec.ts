import type { CallDirection, HangupCause } from '@trunkline/client';
import { REJECTION_REASONS } from '@trunkline/client/lists';
import type { Reason } from './fixes';
import { answerOfAll, failureTitle, REJECTION_TITLES } from './failure-title';

const attempts = (target_kind: string | null, codes: readonly (number | null)[]) =>
  codes.map((sip_code) => ({ result: 'failed' as const, sip_code, target_kind }));
const routed = (direction: CallDirection, codes: readonly (number | null)[], target: string | null = 'sip_trunk') =>
  failureTitle({
    direction,
    hangup_cause: 'network_out_of_order',
    decision: { reason: null },
    attempts: attempts(target, codes),
  });

describe('failureTitle', () => {
  it.each<readonly [string, readonly (number | null)[]]>([
    ['Your system did not answer', [null, 408]],
    ['Your system refused the call: overloaded', [503, 503]],
    ['Your system does not know the number', [404]],
    ['Your system rejected us', [403]],
    ['No common codec', [488]],
    ['No gateway took the call', [408, 503]],
    ['No target reached', [580]],
  ])('says “%s” of an inbound call after %j', (title, codes) => {
    expect(routed('inbound', codes)).toBe(title);
  });

  it('blames the carrier of an outbound call, and no system of the customer for a forward', () => {
    expect(routed('outbound', [503], null)).toBe('The carrier had no circuit');
    expect(routed('outbound', [503, 404], null)).toBe('No target reached');
    expect(routed('inbound', [503], 'pstn_forward')).toBe('No target reached');
  });

  it.each<readonly [string, Reason]>([
    ['Your number routes nowhere', 'no_route'],
    ['More calls at once than the trunk allows', 'trunk_full'],
    ['Not enough balance', 'insufficient_balance'],
    ['Caller ID not allowed', 'caller_id_not_allowed'],
    ['We do not know this address', 'number_unknown'],
  ])('says “%s” of a call that was rejected as %s', (title, reason) => {
    const rejected = { direction: 'inbound', decision: { reason }, attempts: [] };
    expect(failureTitle({ ...rejected, hangup_cause: 'call_rejected' })).toBe(title);
  });

  it('has a title of its own for each rule, so that a filter can name them', () => {
    expect(Object.keys(REJECTION_TITLES).sort()).toEqual([...REJECTION_REASONS].sort());
    expect(new Set(Object.values(REJECTION_TITLES)).size).toBe(REJECTION_REASONS.length);
  });

  it('is the cause without attempts', () => {
    const of = (hangup_cause: HangupCause | null) =>
      failureTitle({ direction: 'inbound', hangup_cause, decision: null, attempts: [] });
    expect(of('no_route_destination')).toBe('No route to the number');
    expect(of(null)).toBe('The call failed');
  });
});

describe('answerOfAll', () => {
  const BUSY = { explanation: 'It is overloaded.', remedy: 'Add a gateway.' };
  const answers = (codes: readonly (number | null)[], told: object = BUSY, reason: Reason | null = null) =>
    answerOfAll({
      decision: { reason },
      attempts: codes.map((sip_code) => ({ ...BUSY, ...told, sip_code, result: 'failed' as const })),
    });

  it('returns what all destinations that failed answered', () => {
    expect(answers([503])).toEqual(BUSY);
    expect(answers([503, 503])).toEqual(BUSY);
  });

  it('returns nothing where they answered differently or not at all, and of a rejected call', () => {
    expect(answers([503, 404])).toBeUndefined();
    expect(answers([503, null])).toBeUndefined();
    expect(answers([null], { explanation: null, remedy: null })).toBeUndefined();
    expect(answers([])).toBeUndefined();
    expect(answers([503], BUSY, 'trunk_full')).toBeUndefined();
  });
});
