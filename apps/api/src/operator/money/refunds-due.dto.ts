import type { RefundDue } from '@trunkline/billing-ledger';
import { Cents, Id, PageQuery } from '../../http';

export class ListRefundsDueQuery extends PageQuery {}

export class RefundDueDto {
  @Id({ description: 'Whose it is.', prefix: 'acc' })
  account_id: string;

  @Cents({ description: 'What is owed, what is on its way to a card included.', example: 2500 })
  due_cents: number;

  @Cents({ description: 'What is on its way to a card.', example: 0 })
  on_its_way_cents: number;

  @Cents({ description: 'What cards have refused or sent back so far.', example: 2500 })
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
