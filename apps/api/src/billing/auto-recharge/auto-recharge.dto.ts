import {
  ATTEMPT_STATUSES,
  type AutoRechargeView,
  RECHARGE_AMOUNT_MAX_CENTS,
  RECHARGE_AMOUNT_MIN_CENTS,
  RECHARGE_THRESHOLD_MIN_CENTS,
} from '@trunkline/billing-ledger';
import { unixSeconds } from '@trunkline/kernel';
import { Cents, Flag, OneOf, UnixTime } from '../../http';

const THRESHOLD = {
  description: 'A debit that leaves the balance below this has the default card charged.',
  example: 1000,
  min: RECHARGE_THRESHOLD_MIN_CENTS,
};
const AMOUNT = {
  description: 'How much is charged.',
  example: 5000,
  min: RECHARGE_AMOUNT_MIN_CENTS,
  max: RECHARGE_AMOUNT_MAX_CENTS,
};

export class AutoRechargeDto {
  @Flag({ description: 'Whether the default card is charged when the balance is low.', example: true })
  enabled: boolean;

  @Cents({ ...THRESHOLD, nullable: true })
  threshold_cents: number | null;

  @Cents({ ...AMOUNT, nullable: true })
  amount_cents: number | null;

  @UnixTime({ description: 'When it was last attempted to charge the card.', nullable: true })
  last_attempt_at: number | null;

  @OneOf({
    description: 'What became of that attempt.',
    example: 'succeeded',
    values: ATTEMPT_STATUSES,
    name: 'RechargeAttemptStatus',
    nullable: true,
  })
  last_attempt_status: string | null;

  @UnixTime({
    description: 'Until when nothing is charged, after three failures in a row. Saving the settings ends the pause.',
    example: null,
    nullable: true,
  })
  paused_until: number | null;
}

export class SetAutoRechargeBody {
  @Flag({ description: 'On or off.', example: true })
  enabled: boolean;

  @Cents({
    ...THRESHOLD,
    description: `${THRESHOLD.description} Required when enabled.`,
    optional: true,
    nullable: true,
  })
  threshold_cents?: number | null;

  @Cents({ ...AMOUNT, description: `${AMOUNT.description} Required when enabled.`, optional: true, nullable: true })
  amount_cents?: number | null;
}

export function toAutoRechargeDto(recharge: AutoRechargeView): AutoRechargeDto {
  const { lastAttemptAt, pausedUntil } = recharge;
  return {
    enabled: recharge.enabled,
    threshold_cents: recharge.thresholdCents,
    amount_cents: recharge.amountCents,
    last_attempt_at: lastAttemptAt && unixSeconds(lastAttemptAt),
    last_attempt_status: recharge.lastAttemptStatus,
    paused_until: pausedUntil && unixSeconds(pausedUntil),
  };
}
