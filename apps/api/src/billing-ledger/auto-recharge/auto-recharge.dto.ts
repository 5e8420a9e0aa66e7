import {
  ATTEMPT_STATUSES,
  type AutoRechargeView,
  RECHARGE_AMOUNT_MAX_CENTS,
  RECHARGE_AMOUNT_MIN_CENTS,
  RECHARGE_THRESHOLD_MIN_CENTS,
} from '@trunkline/billing-ledger';
import { unixSecondsOrNull } from '@trunkline/kernel';
import { Cents, Flag, OneOf, UnixTime } from '../../http';

const THRESHOLD = {
  description: 'The default card is charged when a debit leaves the balance below this number of cents.',
  example: 1000,
  min: RECHARGE_THRESHOLD_MIN_CENTS,
};
const AMOUNT = {
  description: 'Amount to charge, in cents.',
  example: 5000,
  min: RECHARGE_AMOUNT_MIN_CENTS,
  max: RECHARGE_AMOUNT_MAX_CENTS,
};

export class AutoRechargeDto {
  @Flag({ description: 'Whether auto-recharge is enabled.' })
  enabled: boolean;

  @Cents({ ...THRESHOLD, nullable: true })
  threshold_cents: number | null;

  @Cents({ ...AMOUNT, nullable: true })
  amount_cents: number | null;

  @UnixTime({ description: 'Time of the last attempt to charge the card.', nullable: true })
  last_attempt_at: number | null;

  @OneOf({
    description: 'Result of the last attempt.',
    values: ATTEMPT_STATUSES,
    name: 'RechargeAttemptStatus',
    nullable: true,
  })
  last_attempt_status: string | null;

  @UnixTime({
    description: 'End of the pause after three consecutive failures. Saving the settings ends the pause.',
    example: null,
    nullable: true,
  })
  paused_until: number | null;
}

export class SetAutoRechargeBody {
  @Flag({ description: 'Whether to enable auto-recharge.' })
  enabled: boolean;

  @Cents({ ...THRESHOLD, description: `${THRESHOLD.description} Required if enabled.`, optional: true, nullable: true })
  threshold_cents?: number | null;

  @Cents({ ...AMOUNT, description: `${AMOUNT.description} Required if enabled.`, optional: true, nullable: true })
  amount_cents?: number | null;
}

export function toAutoRechargeDto(recharge: AutoRechargeView): AutoRechargeDto {
  return {
    enabled: recharge.enabled,
    threshold_cents: recharge.thresholdCents,
    amount_cents: recharge.amountCents,
    last_attempt_at: unixSecondsOrNull(recharge.lastAttemptAt),
    last_attempt_status: recharge.lastAttemptStatus,
    paused_until: unixSecondsOrNull(recharge.pausedUntil),
  };
}
