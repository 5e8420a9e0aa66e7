import type { HangupCause } from './hangup-causes';
import type { Reason } from './reason';

/** A rejection: what the caller's switch receives, the hangup cause of the CDR, and what it means. See docs/failed-calls.md#rejections. */
export interface Rejection extends Reason {
  /** SIP status code. */
  readonly code: number;
  /** SIP reason phrase: ASCII, without account data. */
  readonly reason: string;
  /** `hangup_cause` of the CDR. */
  readonly cause: HangupCause;
}

const NO_CARRIER = {
  code: 480,
  reason: 'No Carrier For Destination',
  cause: 'no_route_destination',
  explanation: 'No carrier serves the number called.',
  remedy: 'Contact support if calls to this number should be possible.',
} as const;

const rejections = {
  number_unknown: {
    code: 404,
    reason: 'Number Not Found',
    cause: 'unallocated_number',
    explanation:
      'The number called belongs to no account, and the call did not come from a source network or user of a trunk.',
    remedy: 'To place calls, add the address to the source networks of a trunk, or register the system.',
  },
  number_malformed: {
    code: 484,
    reason: 'Number Not Valid',
    cause: 'invalid_number_format',
    explanation: 'The number called is not a valid phone number.',
    remedy: 'Dial E.164 with a plus sign, or as numbers are dialled in the country of the account.',
  },
  number_not_active: {
    code: 480,
    reason: 'Number Not In Service',
    cause: 'no_route_destination',
    explanation: 'The number called is suspended or waits for documents.',
    remedy: 'See what the number needs on its page.',
  },
  account_not_active: {
    code: 403,
    reason: 'Account Not Active',
    cause: 'call_rejected',
    explanation: 'The account is suspended or closed.',
    remedy: 'Settle the balance, or contact support.',
  },
  no_route: {
    code: 480,
    reason: 'No Route',
    cause: 'no_route_destination',
    explanation: 'The number called has no route, or no target of its profile can be reached.',
    remedy: 'Route the number, and check the gateways and registered systems of its trunk.',
  },
  no_carrier: NO_CARRIER,
  /** Every carrier would carry the call at a loss. */
  no_carrier_at_price: NO_CARRIER,
  carrier_full: {
    code: 503,
    reason: 'No Circuit Available',
    cause: 'normal_circuit_congestion',
    explanation: 'All carriers for the number called were at their limits.',
    remedy: 'Retry in a minute.',
  },
  emergency_not_served: {
    code: 403,
    reason: 'Emergency Calls Not Served',
    cause: 'call_rejected',
    explanation: 'No carrier takes emergency calls here.',
    remedy: 'Use another telephone.',
  },
  insufficient_balance: {
    code: 402,
    reason: 'Insufficient Balance',
    cause: 'insufficient_balance',
    explanation: 'The available balance did not cover a minute of the call.',
    remedy: 'Top up, turn on auto-recharge, or wait until other calls have ended.',
  },
  daily_cap_reached: {
    code: 403,
    reason: 'Daily Spend Limit Reached',
    cause: 'call_rejected',
    explanation: "The rest of the day's cap on outbound calls did not cover a minute of the call.",
    remedy: 'Raise the daily cap of the account, have the account verified, or wait until midnight UTC.',
  },
  destination_not_allowed: {
    code: 403,
    reason: 'Destination Not Allowed',
    cause: 'call_rejected',
    explanation: 'The number called has no price.',
    remedy: 'Contact support if calls to this number should be possible.',
  },
  blocked_by_alert: {
    code: 403,
    reason: 'Outbound Calls Blocked',
    cause: 'call_rejected',
    explanation: 'An alert about calls that look like fraud has stopped the outbound calls of the account.',
    remedy: 'Contact support: outbound calls work again once the alert has been reviewed.',
  },
  country_not_allowed: {
    code: 403,
    reason: 'Country Not Allowed',
    cause: 'call_rejected',
    explanation: 'The account does not allow calls to the country of the number called.',
    remedy: 'Open the country on the page Outbound calls; a high-risk country requires a verified account.',
  },
  country_unknown: {
    code: 403,
    reason: 'Country Not Known',
    cause: 'call_rejected',
    explanation: 'The number called belongs to no country, such as one of a satellite network.',
    remedy: 'Contact support: an operator can open the range for the account.',
  },
  range_not_allowed: {
    code: 403,
    reason: 'Range Not Allowed',
    cause: 'call_rejected',
    explanation: 'The number called is in a range whose owner shares the revenue of calls.',
    remedy: 'Contact support: an operator can open the range for the account.',
  },
  rate_not_allowed: {
    code: 403,
    reason: 'Rate Above Limit',
    cause: 'call_rejected',
    explanation: 'The call costs more per minute than the account allows.',
    remedy: 'Raise the highest price per minute on the page Outbound calls.',
  },
  calls_per_second_reached: {
    code: 503,
    reason: 'Call Rate Exceeded',
    cause: 'normal_circuit_congestion',
    explanation: 'The account had reached its limit of calls per second.',
    remedy: 'Retry a second later, or raise the limit by a top-up or by the verification of the account.',
  },
  trunk_calls_per_second_reached: {
    code: 503,
    reason: 'Call Rate Exceeded',
    cause: 'normal_circuit_congestion',
    explanation: 'The trunk had reached its limit of calls per second.',
    remedy: 'Retry a second later, or raise the calls per second of the trunk.',
  },
  source_unknown: {
    code: 403,
    reason: 'Source Not Known',
    cause: 'call_rejected',
    explanation:
      'The user that the call was authenticated as belongs to no trunk in register mode, and its token has expired.',
    remedy: 'Check the user name, and that the trunk is in register mode.',
  },
  trunk_not_active: {
    code: 403,
    reason: 'Trunk Not Active',
    cause: 'call_rejected',
    explanation: 'The trunk that placed the call is turned off.',
    remedy: 'Turn the trunk on.',
  },
  source_ambiguous: {
    code: 403,
    reason: 'Source Ambiguous',
    cause: 'call_rejected',
    explanation: 'Several accounts name a network around the address of the call.',
    remedy: 'Name single addresses, register the system, or have the network confirmed by an operator.',
  },
  caller_id_not_allowed: {
    code: 403,
    reason: 'Caller Id Not Allowed',
    cause: 'call_rejected',
    explanation: 'The caller ID is not an active number of the account.',
    remedy: 'Use a number of the account as the caller ID, or set one at the trunk.',
  },
  account_full_inbound: {
    code: 486,
    reason: 'Concurrency Limit Reached',
    cause: 'user_busy',
    explanation: 'The account had reached its limit of concurrent calls.',
    remedy: 'Raise the limit by a top-up or by the verification of the account.',
  },
  account_full_outbound: {
    code: 503,
    reason: 'Concurrency Limit Reached',
    cause: 'normal_circuit_congestion',
    explanation: 'The account had reached its limit of concurrent calls.',
    remedy: 'Raise the limit by a top-up or by the verification of the account.',
  },
  call_ended: {
    code: 480,
    reason: 'Call Has Ended',
    cause: 'no_route_destination',
    explanation: 'The call had ended before its next target was chosen.',
    remedy: 'Nothing needs to be done.',
  },
  trunk_full: {
    code: 503,
    reason: 'Concurrency Limit Reached',
    cause: 'normal_circuit_congestion',
    explanation: 'The trunk had reached its limit of concurrent calls.',
    remedy: 'Raise the concurrent calls of the trunk, or add another target.',
  },
} as const satisfies Record<string, Rejection>;

export type RejectionName = keyof typeof rejections;

/** A rejection as customers see it, which does not reveal what calls cost. */
export type ShownRejection = Exclude<RejectionName, 'no_carrier_at_price'>;

const NAMES = Object.keys(rejections) as RejectionName[];
export const REJECTIONS = [...new Set(NAMES.map(shownRejection))];

export function shownRejection(name: RejectionName): ShownRejection {
  return name === 'no_carrier_at_price' ? 'no_carrier' : name;
}

/** Returns the rejections that customers see as this one. */
export function rejectionsShownAs(name: ShownRejection): RejectionName[] {
  return NAMES.filter((each) => shownRejection(each) === name);
}

export function rejection(name: RejectionName): Rejection {
  return rejections[name];
}
