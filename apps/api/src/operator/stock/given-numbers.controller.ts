import { Body, Controller, Post } from '@nestjs/common';
import { GiveNumber, NumberQueries } from '@trunkline/numbering';
import { Endpoint, PathId, Tag } from '../../http';
import { NumberDto, toNumberDto } from '../../numbering/lifecycle/numbers.dto';
import { Operator } from '../operator.param';
import { GiveNumberBody } from './given-numbers.dto';

@Tag('Accounts')
@Controller('operator/accounts')
export class GivenNumbersController {
  constructor(
    private readonly giving: GiveNumber,
    private readonly queries: NumberQueries,
  ) {}

  @Post(':id/numbers')
  @Endpoint({
    id: 'accounts.numbers.create',
    summary: 'Give a number to an account',
    description:
      'Gives an account a stock number, a number that the customer brings, or a number of another account, at any price. The ' +
      'setup fee and the first month are charged at once. The previous account loses the number without a refund, with its ' +
      'route, bundle, lock and uses. A number that needs documents waits for a bundle of its new account. On release, a stock ' +
      'number returns to the stock and ages; any other number ends. Audited as `number.give`.',
    access: 'operator',
    answer: NumberDto,
    fails: [
      'insufficient_balance',
      'invalid_state',
      'number_already_owned',
      'number_unavailable',
      'trunk_not_active',
      'routing_profile_not_active',
    ],
  })
  async give(
    @PathId() accountId: string,
    @Operator() operator: string,
    @Body() { e164, monthlyPriceCents, setupPriceCents, ...body }: GiveNumberBody,
  ): Promise<NumberDto> {
    const route = { trunkId: body.trunkId ?? null, routingProfileId: body.routingProfileId ?? null };
    const fromAccountId = body.fromAccountId ?? null;
    await this.giving.give(operator, { accountId, fromAccountId, e164, monthlyPriceCents, setupPriceCents, route });
    return toNumberDto(await this.queries.get(accountId, e164));
  }
}
