import {
  ATTEMPT_STATUSES,
  RECHARGE_AMOUNT_MAX_CENTS,
  RECHARGE_AMOUNT_MIN_CENTS,
  RECHARGE_THRESHOLD_MIN_CENTS,
} from '@trunkline/billing-ledger';
import { Cents, Flag, OneOf, UnixTime } from '../http';

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
  thresholdCents: number | null;

  @Cents({ ...AMOUNT, nullable: true })
  amountCents: number | null;

  @UnixTime({ description: 'Time of the last attempt to charge the card.', nullable: true })
  lastAttemptAt: Date | null;

  @OneOf({
    description: 'Result of the last attempt.',
    values: ATTEMPT_STATUSES,
    name: 'RechargeAttemptStatus',
    nullable: true,
  })
  lastAttemptStatus: string | null;

  @UnixTime({
    description: 'End of the pause after three consecutive failures. Saving the settings ends the pause.',
    example: null,
    nullable: true,
  })
  pausedUntil: Date | null;
}

export class SetAutoRechargeBody {
  @Flag({ description: 'Whether to enable auto-recharge.' })
  enabled: boolean;

  @Cents({ ...THRESHOLD, description: `${THRESHOLD.description} Required if enabled.`, optional: true, nullable: true })
  thresholdCents?: number | null;

  @Cents({ ...AMOUNT, description: `${AMOUNT.description} Required if enabled.`, optional: true, nullable: true })
  amountCents?: number | null;
}
