import { ADJUSTED_KINDS, type AdjustedKind } from '@trunkline/billing-ledger';
import { invalidFields } from '@trunkline/kernel';
import { NotEquals } from 'class-validator';
import { Cents, OneOf, Text } from '../../http';

/** Maximum amount of one operation: ten million dollars. */
const AMOUNT_MAX_CENTS = 1_000_000_000;
const DESCRIPTION_MAX = 200;
const REASON_MAX = 1000;
const RELATED_ID_MAX = 100;

export class VoidInvoiceBody {
  @Text({
    description: 'Reason. Printed on the correcting invoice.',
    example: 'The address of the buyer was wrong.',
    max: REASON_MAX,
  })
  reason: string;
}

export class AdjustBalanceBody {
  @Cents({
    description: 'Signed amount in cents, positive for a credit. May leave a prepaid balance below zero.',
    example: -250,
    min: -AMOUNT_MAX_CENTS,
    max: AMOUNT_MAX_CENTS,
  })
  @NotEquals(0, { message: 'must not be 0' })
  amountCents: number;

  @Text({
    description: 'Reason. Visible to the customer as the description of the transaction.',
    example: 'Credit for the outage of 3 March',
    max: DESCRIPTION_MAX,
  })
  reason: string;

  @Text({
    description: 'Your reference, unique among the adjustments of the account. A repeated reference posts once.',
    example: 'ticket-4711',
    max: DESCRIPTION_MAX,
  })
  reference: string;

  @OneOf({
    description: 'Type of the related resource, shown in the transaction. Requires `related_id`.',
    values: ADJUSTED_KINDS,
    name: 'AdjustedKind',
    optional: true,
  })
  relatedKind?: AdjustedKind;

  @Text({
    description: 'ID of a call record, number order, issued invoice or top-up of the account; otherwise returns 422.',
    example: 'cdr_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: RELATED_ID_MAX,
  })
  relatedId?: string;
}

/** Returns the related resource, or null. Requires both members or neither. */
export function relatedOf({ relatedKind: kind, relatedId: id }: AdjustBalanceBody) {
  if (kind === undefined && id === undefined) return null;
  if (kind === undefined) throw invalidFields({ related_kind: 'is required with related_id' });
  if (id === undefined) throw invalidFields({ related_id: 'is required with related_kind' });
  return { kind, id };
}

export class RefundTransactionBody {
  @Cents({
    description: 'Amount to refund, in cents. Defaults to the remainder of the charge.',
    example: 250,
    optional: true,
    min: 1,
    max: AMOUNT_MAX_CENTS,
  })
  amountCents?: number;

  @Text({
    description: 'Reason, stored in the audit trail. Not visible to the customer.',
    example: 'Charged twice, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}
