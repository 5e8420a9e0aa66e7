import { NotEquals } from 'class-validator';
import { Cents, Text } from '../http';

/** The most that an operator moves at once: ten million dollars. */
const AMOUNT_MAX_CENTS = 1_000_000_000;
const DESCRIPTION_MAX = 200;
const REASON_MAX = 1000;

export class AdjustBalanceBody {
  @Cents({
    description: 'Positive when the customer gains. It may leave a prepaid balance below zero.',
    example: -250,
    min: -AMOUNT_MAX_CENTS,
    max: AMOUNT_MAX_CENTS,
  })
  @NotEquals(0, { message: 'must not be 0' })
  amount_cents: number;

  @Text({
    description: 'Why; the customer sees it as the description of the transaction.',
    example: 'Credit for the outage of 3 March',
    max: DESCRIPTION_MAX,
  })
  reason: string;

  @Text({
    description: 'Your own, unique within the adjustments of the account: the same one posts once.',
    example: 'ticket-4711',
    max: DESCRIPTION_MAX,
  })
  reference: string;
}

export class RefundTransactionBody {
  @Cents({
    description: 'How much to give back; left out: all that is left of the charge.',
    example: 250,
    optional: true,
    min: 1,
    max: AMOUNT_MAX_CENTS,
  })
  amount_cents?: number;

  @Text({
    description: 'Why; kept in the audit trail. The customer does not see it.',
    example: 'Charged twice, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}
