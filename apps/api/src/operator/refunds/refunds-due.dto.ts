import type { RefundDue } from '@trunkline/billing-ledger';
import { Cents, Id, PageQuery } from '../../http';

export class ListRefundsDueQuery extends PageQuery {}

export class RefundDueDto {
  @Id({ description: 'Account that is owed.', prefix: 'acc' })
  account_id: string;

  @Cents({ description: 'Amount owed in cents, including pending card refunds.', example: 2500 })
  due_cents: number;

  @Cents({ description: 'Pending card refunds, in cents.', example: 0 })
  on_its_way_cents: number;

  @Cents({ description: 'Refunds that cards declined or returned so far, in cents.', example: 2500 })
  failed_cents: number;
}

export function toRefundDueDto(due: RefundDue): RefundDueDto {
  return {
    account_id: due.accountId,
    due_cents: due.dueCents,
    on_its_way_cents: due.onItsWayCents,
    failed_cents: due.failedCents,
  };
}
