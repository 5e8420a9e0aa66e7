import { type DomainError, invalidFields } from '@trunkline/kernel';
import type { RejectionName } from '../../domain/calls/rejection';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { SkipReason } from '../calls/call';

const FROM = { from: 'must be an active number of this account' };
const FULL_TRUNK = 'The trunk or its carrier has reached its limit of concurrent calls. Retry when a call has ended.';

/** The rejections of a call that a trunk places, as errors of a request to place it. */
const ERRORS: Partial<Readonly<Record<RejectionName, () => DomainError>>> = {
  insufficient_balance: () => VoiceRoutingErrors.insufficient_balance(),
  daily_cap_reached: () => VoiceRoutingErrors.spend_cap_reached(),
  account_full_inbound: () => VoiceRoutingErrors.concurrency_limit_reached(),
  account_full_outbound: () => VoiceRoutingErrors.concurrency_limit_reached(),
  trunk_full: () => VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK }),
  carrier_full: () => VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK }),
  trunk_not_active: () => VoiceRoutingErrors.trunk_not_active(),
  account_not_active: () => VoiceRoutingErrors.account_suspended(),
  caller_id_not_allowed: () => invalidFields(FROM),
  number_malformed: () => invalidFields({ to: 'must be a phone number' }),
};

/** The error for a number that the account may not call, or that no carrier serves, unless another one applies. */
export function unplaced(rejection: RejectionName): DomainError {
  return ERRORS[rejection]?.() ?? VoiceRoutingErrors.destination_not_allowed();
}

/** The error for a trunk that no call can reach. */
export function unreachable(reason: SkipReason): DomainError {
  if (reason === 'trunk_full') return VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK });
  const messages: Partial<Record<SkipReason, string>> = {
    no_gateway: 'The SIP trunk has no enabled gateway. Add or enable one.',
    not_registered: 'No system is registered at the SIP trunk. Register one, or add a gateway.',
    host_not_allowed: 'No gateway of the SIP trunk has a public address that calls may be sent to.',
  };
  const message = messages[reason];
  return VoiceRoutingErrors.trunk_not_active(message === undefined ? {} : { message });
}
