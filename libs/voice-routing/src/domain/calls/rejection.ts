/** A rejection: what the caller's switch receives, and the hangup cause of the CDR. See docs/routing.md#rejections. */
export interface Rejection {
  /** SIP status code. */
  readonly code: number;
  /** SIP reason phrase: ASCII, without account data. */
  readonly reason: string;
  /** `hangup_cause` of the CDR. */
  readonly cause: string;
}

const rejections = {
  number_unknown: { code: 404, reason: 'Number Not Found', cause: 'unallocated_number' },
  number_malformed: { code: 484, reason: 'Number Not Valid', cause: 'invalid_number_format' },
  number_not_active: { code: 480, reason: 'Number Not In Service', cause: 'no_route_destination' },
  account_not_active: { code: 403, reason: 'Account Not Active', cause: 'call_rejected' },
  no_route: { code: 480, reason: 'No Route', cause: 'no_route_destination' },
  no_carrier: { code: 480, reason: 'No Carrier For Destination', cause: 'no_route_destination' },
  no_carrier_at_price: { code: 480, reason: 'No Carrier At Price', cause: 'no_route_destination' },
  carrier_full: { code: 503, reason: 'No Circuit Available', cause: 'normal_circuit_congestion' },
  emergency_not_served: { code: 403, reason: 'Emergency Calls Not Served', cause: 'call_rejected' },
  insufficient_balance: { code: 402, reason: 'Insufficient Balance', cause: 'insufficient_balance' },
  daily_cap_reached: { code: 403, reason: 'Daily Spend Limit Reached', cause: 'call_rejected' },
  destination_not_allowed: { code: 403, reason: 'Destination Not Allowed', cause: 'call_rejected' },
  source_unknown: { code: 403, reason: 'Source Not Known', cause: 'call_rejected' },
  trunk_not_active: { code: 403, reason: 'Trunk Not Active', cause: 'call_rejected' },
  source_ambiguous: { code: 403, reason: 'Source Ambiguous', cause: 'call_rejected' },
  caller_id_not_allowed: { code: 403, reason: 'Caller Id Not Allowed', cause: 'call_rejected' },
  account_full_inbound: { code: 486, reason: 'Concurrency Limit Reached', cause: 'user_busy' },
  account_full_outbound: { code: 503, reason: 'Concurrency Limit Reached', cause: 'normal_circuit_congestion' },
  call_ended: { code: 480, reason: 'Call Has Ended', cause: 'no_route_destination' },
  trunk_full: { code: 503, reason: 'Concurrency Limit Reached', cause: 'normal_circuit_congestion' },
} as const satisfies Record<string, Rejection>;

export type RejectionName = keyof typeof rejections;

export function rejection(name: RejectionName): Rejection {
  return rejections[name];
}
