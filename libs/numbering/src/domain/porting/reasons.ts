/** Why a check finds a number not portable, or cannot decide, each with its explanation. */
export const CHECK_REASONS = {
  own_number: 'Your account has this number already.',
  already_here: 'Another account of this service has the number, or it is for sale here. Contact support to move it.',
  port_in_progress: 'A porting request of your account includes this number.',
  port_elsewhere: 'A porting request of another account includes this number.',
  unknown_range: 'No numbering plan assigns the range of this number.',
  premium_number: 'Premium-rate, pager and voicemail numbers belong to the service of one carrier.',
  not_covered: 'We do not know yet whether numbers of this country and type can be ported. Contact support.',
  not_portable: 'Numbers of this country and type cannot be ported to us.',
} as const;
export type CheckReason = keyof typeof CHECK_REASONS;
export const CHECK_REASON_CODES = Object.keys(CHECK_REASONS) as CheckReason[];

/** Why a request of another carrier for a number was refused, each with its explanation. */
export const PORT_OUT_REFUSALS = {
  port_out_locked: 'The number is locked against porting out.',
  pin_missing: 'The number has no port-out PIN.',
  wrong_pin: 'The port-out PIN is wrong.',
  not_active: 'The number has never been active: it waits for documents.',
  name_mismatch: 'The name does not match that of the account.',
  not_authorized: 'The account owner did not authorize the port.',
  number_moved: 'The number was moved to another account.',
  other: 'The request was refused for another reason.',
} as const;
export type PortOutRefusal = keyof typeof PORT_OUT_REFUSALS;
export const PORT_OUT_REFUSAL_CODES = Object.keys(PORT_OUT_REFUSALS) as PortOutRefusal[];

/** The refusals that an operator decides. */
export const OPERATOR_REFUSAL_CODES = ['name_mismatch', 'not_authorized', 'other'] as const satisfies PortOutRefusal[];
