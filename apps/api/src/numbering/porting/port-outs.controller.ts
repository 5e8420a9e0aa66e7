import { Body, Controller, Get, Post, UseGuards } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { actorOf, PortOutRepository, SetPortOutPin } from '@trunkline/numbering';
import { Endpoint, given, ListQuery, pageOfQuery, PathE164, Tag, Who } from '../../http';
import { ReauthenticationGuard } from '../../identity/sessions/reauthentication.guard';
import { ListPortOutsQuery, PortOutDto, PortOutPinDto, SetPortOutPinBody } from './port-outs.dto';

/** Requests of other carriers for numbers of the account, and the PINs that they need. */
@Tag('Porting')
@Controller('v1')
export class PortOutsController {
  constructor(
    private readonly portOuts: PortOutRepository,
    private readonly pins: SetPortOutPin,
  ) {}

  @Get('porting/port-outs')
  @Endpoint({
    id: 'porting.portOuts.list',
    summary: 'List port-outs',
    description: 'Returns the requests of other carriers for your numbers, refused ones included, newest first.',
    access: 'numbers:read',
    page: PortOutDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListPortOutsQuery): Promise<Page<PortOutDto>> {
    const { status, e164 } = query;
    return this.portOuts.list({ accountId, ...given({ status, e164 }) }, pageOfQuery(query, 'created_at'));
  }

  @Post('numbers/:e164/port-out-pin')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'numbers.setPortOutPin',
    summary: 'Set the port-out PIN of a number',
    description:
      'Returns a new PIN, which only this response contains. Another carrier can port the number only with the PIN, and only while ' +
      '`port_out_lock` is off. The previous PIN no longer works.',
    access: 'numbers:write',
    credentials: ['session'],
    recentSignIn: true,
    status: 200,
    answer: PortOutPinDto,
    fails: ['invalid_state', 'login_locked'],
  })
  async setPin(@Who() who: Principal, @PathE164() e164: string, @Body() _: SetPortOutPinBody): Promise<PortOutPinDto> {
    const pin = await this.pins.set({ accountId: who.accountId, e164, actor: actorOf(who) });
    return { e164, pin };
  }
}
