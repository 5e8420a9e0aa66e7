import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { SimulateCall, TestTrunk, TrunkStatus } from '@trunkline/voice-routing';
import { Endpoint, PathId, Tag, Who } from '../../http';
import { CallSimulationDto, SimulateCallDto, toCallSimulationDto } from './call-simulation.dto';
import {
  ListTrunkStatusesQuery,
  TestTrunkDto,
  toTrunkStatusDto,
  TrunkStatusDto,
  TrunkStatusesDto,
  TrunkTestDto,
} from './trunk-status.dto';

/** What switches report about trunks. */
@Tag('SIP trunks')
@Controller('v1/sip-trunks')
export class TrunkStatusController {
  constructor(
    private readonly statuses: TrunkStatus,
    private readonly testTrunk: TestTrunk,
    private readonly simulateCall: SimulateCall,
  ) {}

  @Get('status')
  @Endpoint({
    id: 'sipTrunks.status.list',
    summary: 'List the status of SIP trunks',
    description: 'Returns the status of the trunks with these IDs, sorted by ID. Unknown trunks are left out.',
    access: 'sip_trunks:read',
    answer: TrunkStatusesDto,
  })
  async list(@Who() { accountId }: Principal, @Query() { id }: ListTrunkStatusesQuery): Promise<TrunkStatusesDto> {
    const statuses = await this.statuses.list(accountId, id);
    return { items: statuses.map(toTrunkStatusDto) };
  }

  @Get(':id/status')
  @Endpoint({
    id: 'sipTrunks.status.get',
    summary: 'Read the status of a SIP trunk',
    description:
      'Returns the systems that are registered, the state of the gateways in the last reports of switches, and how many calls ' +
      'are in progress.',
    access: 'sip_trunks:read',
    answer: TrunkStatusDto,
  })
  async status(@Who() { accountId }: Principal, @PathId() id: string): Promise<TrunkStatusDto> {
    return toTrunkStatusDto(await this.statuses.get(accountId, id));
  }

  @Post(':id/simulate')
  @Endpoint({
    id: 'sipTrunks.simulate',
    summary: 'Simulate a call of a SIP trunk',
    description:
      'Decides an outbound call as for a switch, and lists every check of the decision. Places no call, holds no money ' +
      'and stores nothing. Carriers are not named. An address or user of another account is treated as unknown.',
    access: 'sip_trunks:read',
    status: 200,
    answer: CallSimulationDto,
    idempotency: 'none',
  })
  async simulate(
    @Who() { accountId }: Principal,
    @PathId() trunkId: string,
    @Body() { from, to, ...body }: SimulateCallDto,
  ): Promise<CallSimulationDto> {
    const { sourceIp, authUser, at } = body;
    const sender = { sourceIp: sourceIp ?? null, authUser: authUser ?? null };
    return toCallSimulationDto(
      await this.simulateCall.simulate({ accountId, trunkId, from, to, ...sender, at: at ?? null }),
    );
  }

  @Post(':id/test')
  @Endpoint({
    id: 'sipTrunks.test',
    summary: 'Test the gateways of a SIP trunk',
    description:
      'A switch sends OPTIONS to each gateway, disabled ones included, and reports code and round trip. Takes up to eight ' +
      'seconds if gateways do not respond. The results count for the state of the gateways. Returns 409 ' +
      '`switch_not_connected` if no switch is connected.',
    access: 'sip_trunks:write',
    status: 200,
    answer: TrunkTestDto,
    fails: ['invalid_state', 'switch_not_connected'],
    idempotency: 'operation',
  })
  async test(
    @Who() { accountId }: Principal,
    @PathId() trunkId: string,
    @Body() body: TestTrunkDto,
  ): Promise<TrunkTestDto> {
    return { items: await this.testTrunk.test({ accountId, trunkId, gatewayId: body.gatewayId ?? null }) };
  }
}
