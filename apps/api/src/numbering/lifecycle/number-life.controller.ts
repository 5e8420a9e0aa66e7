import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { actorOf, NumberQueries, Numbers, ReactivateNumber, ReleaseNumber } from '@trunkline/numbering';
import { RouteWarnings } from '@trunkline/voice-routing';
import { Endpoint, PathE164, Who, Tag } from '../../http';
import { AttachBundleDto, ReleaseNumberDto, releaseRequestOf, routeChangeOf, RouteDto } from './number-changes.dto';
import { ChangedRouteDto, toChangedRouteDto } from './number-routes.dto';
import { NumberDto, toNumberDto } from './numbers.dto';

/** Routes a number, attaches bundles to it, releases it and reactivates it. */
@Tag('Numbers')
@Controller('v1/numbers/:e164')
export class NumberLifeController {
  constructor(
    private readonly numbers: Numbers,
    private readonly releaseNumber: ReleaseNumber,
    private readonly reactivateNumber: ReactivateNumber,
    private readonly queries: NumberQueries,
    private readonly warnings: RouteWarnings,
  ) {}

  @Patch('routing')
  @Endpoint({
    id: 'numbers.route',
    summary: 'Route a number',
    description:
      'Routes a number to a trunk or a routing profile. Setting one clears the other; null clears a route. Returns 422 for ' +
      'an unknown target. A route that no call can reach is accepted; `warnings` then says what is missing.',
    access: 'numbers:write',
    answer: ChangedRouteDto,
    ifMatch: 'show',
    fails: ['invalid_state', 'trunk_not_active', 'routing_profile_not_active'],
  })
  async route(@Who() who: Principal, @PathE164() e164: string, @Body() body: RouteDto): Promise<ChangedRouteDto> {
    await this.numbers.route(refOf(who, e164), routeChangeOf(body));
    const number = await this.queries.get(who.accountId, e164);
    return toChangedRouteDto(number, await this.warnings.of(who.accountId, number));
  }

  @Patch('compliance')
  @Endpoint({
    id: 'numbers.setComplianceBundle',
    summary: 'Attach a compliance bundle',
    description: 'An approved, matching bundle activates a number in `pending_documents`. Null detaches the bundle.',
    access: ['numbers:write', 'compliance:read'],
    answer: NumberDto,
    ifMatch: 'show',
    fails: ['invalid_state', 'compliance_bundle_mismatch', 'compliance_bundle_not_usable'],
  })
  async attachBundle(
    @Who() who: Principal,
    @PathE164() e164: string,
    @Body() body: AttachBundleDto,
  ): Promise<NumberDto> {
    await this.numbers.attachBundle(refOf(who, e164), body.complianceBundleId);
    return this.show(who, e164);
  }

  @Post('release')
  @Endpoint({
    id: 'numbers.release',
    summary: 'Release a number',
    description:
      'Releases a number at the end of the paid month, or immediately. Releasing a number in `pending_documents` cancels ' +
      'and refunds its order. Returns 409 `resource_in_use` if trunks use the number as caller ID or routing targets ' +
      'forward to it: `fields` has their counts (`trunks`, `targets`) and up to 20 IDs of each (`trunk_ids`, `target_ids`, ' +
      'comma-separated). `force` removes these uses on release.',
    access: 'numbers:write',
    status: 200,
    answer: NumberDto,
    fails: ['number_locked', 'invalid_state', 'resource_in_use'],
  })
  async release(@Who() who: Principal, @PathE164() e164: string, @Body() body: ReleaseNumberDto): Promise<NumberDto> {
    await this.releaseNumber.release(refOf(who, e164), releaseRequestOf(who, body));
    return this.show(who, e164);
  }

  @Delete('release')
  @Endpoint({
    id: 'numbers.cancelRelease',
    summary: 'Cancel a scheduled release',
    description:
      'Keeps a number whose release was scheduled. One with an unpaid month fails with `insufficient_balance`: reactivate it instead.',
    access: 'numbers:write',
    answer: NumberDto,
    fails: ['invalid_state', 'release_not_scheduled', 'insufficient_balance'],
  })
  async cancelRelease(@Who() who: Principal, @PathE164() e164: string): Promise<NumberDto> {
    await this.numbers.cancelRelease(refOf(who, e164));
    return this.show(who, e164);
  }

  @Post('reactivate')
  @Endpoint({
    id: 'numbers.reactivate',
    summary: 'Reactivate a number',
    description:
      'Charges the month that is due for a number suspended for non-payment, without waiting for the next daily attempt, ' +
      'and cancels the resulting release. The number stays suspended if there is another reason for the suspension.',
    access: 'numbers:write',
    status: 200,
    answer: NumberDto,
    fails: ['invalid_state', 'insufficient_balance'],
  })
  async reactivate(@Who() who: Principal, @PathE164() e164: string): Promise<NumberDto> {
    await this.reactivateNumber.reactivate(refOf(who, e164));
    return this.show(who, e164);
  }

  async show({ accountId }: Principal, e164: string): Promise<NumberDto> {
    return toNumberDto(await this.queries.get(accountId, e164));
  }
}

function refOf(who: Principal, e164: string) {
  return { accountId: who.accountId, e164, actor: actorOf(who) };
}
