import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { OAuthConsents } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, type EndpointOptions, Tag, Who } from '../http';
import { ConsentDto, DecideConsentBody, DecidedConsentDto } from './consent.dto';

/** A user of any role decides; `account_id` selects what the application may reach. */
const ofTheUser = {
  access: [],
  credentials: ['session'],
  status: 200,
  allowed: { suspended: true, pendingClosure: true },
  fails: ['consent_expired'],
} as const satisfies Partial<EndpointOptions>;

@Tag('OAuth')
@Controller('v1/oauth/consent')
export class ConsentController {
  constructor(private readonly consents: OAuthConsents) {}

  @Get(':request_id')
  @Endpoint({
    id: 'oauth.consent.get',
    ...ofTheUser,
    summary: 'Read an authorization request',
    description:
      'Returns what the consent page shows: the application, the scopes it requests, and your active accounts with the scopes that your role covers. Requests expire after 15 minutes.',
    answer: ConsentDto,
  })
  get(@Who() who: Principal, @Param('request_id') id: string): Promise<ConsentDto> {
    return this.consents.describe(who, id);
  }

  @Post(':request_id')
  @Endpoint({
    id: 'oauth.consent.decide',
    ...ofTheUser,
    summary: 'Decide an authorization request',
    description:
      'Approves or denies the request once. Navigate the browser to `redirect_to`, which returns it to the application.',
    answer: DecidedConsentDto,
  })
  async decide(
    @Who() who: Principal,
    @Param('request_id') id: string,
    @Body() { decision, scopes, accountId }: DecideConsentBody,
  ): Promise<DecidedConsentDto> {
    if (decision === 'deny') return { redirectTo: await this.consents.deny(who, id) };
    return { redirectTo: await this.consents.approve(who, id, { scopes, accountId }) };
  }
}
