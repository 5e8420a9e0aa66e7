import { Controller, Get } from '@nestjs/common';
import { HOLD_KINDS, Holds } from '@trunkline/billing-ledger';
import { type Page, type Principal } from '@trunkline/kernel';
import { Cents, ListQuery, Endpoint, Id, OneOf, pageOfQuery, PageQuery, Tag, Text, UnixTime, Who } from '../../http';

export class HoldDto {
  @Id({ description: 'ID of the hold.', prefix: 'hold' })
  id: string;

  @OneOf({ description: 'What holds the money.', values: HOLD_KINDS, name: 'HoldKind' })
  kind: string;

  @Text({
    description: 'ID of the call, checkout, order, message or port.',
    example: 'call_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  relatedId: string | null;

  @Cents({ description: 'What is held at present.', example: 144 })
  amountCents: number;

  @UnixTime({ description: 'When the hold began.', jsonName: 'since' })
  createdAt: Date;

  @UnixTime({
    description: 'When the money of a call is released at the latest, if its record does not arrive before; else null.',
    nullable: true,
  })
  until: Date | null;
}

@Tag('Billing')
@Controller('v1/billing/holds')
export class HoldsController {
  constructor(private readonly holds: Holds) {}

  @Get()
  @Endpoint({
    id: 'billing.holds.list',
    summary: 'List holds',
    description:
      'Returns what is held of the balance and by what, newest first. Their sum is `held_cents` of the balance. A call holds ' +
      'the price of its granted time until its record is written, a checkout and an order until they are settled.',
    access: 'billing:read',
    page: HoldDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: PageQuery): Promise<Page<HoldDto>> {
    return this.holds.list(accountId, pageOfQuery(query, 'created_at'));
  }
}
