import type { CallDirection, HangupCause } from '@trunkline/client';
import { FAILURE_CAUSES, REJECTION_REASONS } from '@trunkline/client/lists';
import { type Fix, FIXES, fixOf, type Reason } from './fixes';

/** The causes of failed calls that customers meet, each with the page that mends it. */
const REJECTED: readonly (readonly [string, Reason, Fix | null])[] = [
  ['the number routes nowhere', 'no_route', 'number'],
  ['more calls at once than the trunk allows', 'trunk_full', 'trunk-settings'],
  ['more calls at once than the account allows', 'account_full_inbound', 'billing'],
  ['an address that belongs to no trunk', 'source_unknown', 'trunk'],
  ['too low a balance', 'insufficient_balance', 'billing'],
  ['a caller ID that is not the own', 'caller_id_not_allowed', 'trunk-settings'],
  ['a carrier without a circuit', 'carrier_full', null],
  ['a country that is closed', 'country_not_allowed', 'outbound'],
];
const FAILED: readonly (readonly [string, HangupCause, CallDirection, Fix | null])[] = [
  ['gateways that do not answer, or are overloaded', 'network_out_of_order', 'inbound', 'trunk'],
  ['no common codec', 'incompatible_destination', 'inbound', 'trunk-settings'],
  ['a failure of the own system', 'normal_temporary_failure', 'inbound', 'trunk'],
  ['a limit of the own system', 'normal_circuit_congestion', 'inbound', 'trunk'],
  ['a response without a cause', 'normal_unspecified', 'inbound', 'trunk'],
  ['a balance that ran out', 'insufficient_balance', 'outbound', 'billing'],
  ['a number without a route', 'no_route_destination', 'inbound', 'number'],
  ['a carrier without a circuit', 'normal_circuit_congestion', 'outbound', null],
  ['a carrier that does not answer', 'network_out_of_order', 'outbound', null],
  ['a carrier without a common codec', 'incompatible_destination', 'outbound', null],
  ['a busy party', 'user_busy', 'inbound', null],
];

describe('fixOf', () => {
  it.each(REJECTED)('returns the page that mends %s', (_name, reason, fix) => {
    expect(fixOf({ direction: 'inbound', hangup_cause: 'call_rejected', decision: { reason } })).toBe(fix);
  });

  it.each(FAILED)('returns the page that mends %s (%s, %s)', (_name, hangup_cause, direction, fix) => {
    expect(fixOf({ direction, hangup_cause, decision: { reason: null } })).toBe(fix);
    expect(fixOf({ direction, hangup_cause, decision: null })).toBe(fix);
  });

  it('knows each reason and each cause of a failure', () => {
    expect(Object.keys(FIXES).sort()).toEqual([...REJECTION_REASONS].sort());
    for (const hangup_cause of FAILURE_CAUSES)
      expect(fixOf({ direction: 'inbound', hangup_cause, decision: null })).not.toBeNull();
  });
});
