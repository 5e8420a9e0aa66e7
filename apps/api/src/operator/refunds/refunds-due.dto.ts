import { Cents, Id, PageQuery } from '../../http';

export class ListRefundsDueQuery extends PageQuery {}

export class RefundDueDto {
  @Id({ description: 'Account that is owed.', prefix: 'acc' })
  accountId: string;

  @Cents({ description: 'Amount owed in cents, including pending card refunds.', example: 2500 })
  dueCents: number;

  @Cents({ description: 'Pending card refunds, in cents.', example: 0 })
  onItsWayCents: number;

  @Cents({ description: 'Refunds that cards declined or returned so far, in cents.', example: 2500 })
  failedCents: number;
}
