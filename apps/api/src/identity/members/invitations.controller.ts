import { Body, Controller, Delete, Get, Post, UseGuards } from '@nestjs/common';
import { InvitationQueries, Invitations } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, ListQuery, Endpoint, OperationId, pageOfQuery, PathId, Who, Tag } from '../../http';
import { InvitationDto, InviteBody, ListInvitationsQuery } from './invitations.dto';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

/** Reading invitations changes nothing, so the status of the account does not matter. */
const READS_IN_ANY_STATE = { suspended: true, pendingClosure: true };

@Tag('Members')
@Controller('v1/accounts/me/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly queries: InvitationQueries,
  ) {}

  @Post()
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'account.invitations.create',
    summary: 'Invite a user to the account',
    description:
      'Mails a single-use link that expires after 7 days. Inviting the same address again sends a new link and revokes the previous one. Limits: 5 emails per hour to an address and 30 from an IP address, then 429.',
    access: 'members:write',
    credentials: ['session'],
    recentSignIn: true,
    idempotency: 'operation',
    answer: InvitationDto,
    fails: ['already_member', 'login_locked'],
  })
  async invite(
    @Who() principal: Principal,
    @Body() { email, role }: InviteBody,
    @OperationId() operationId: string,
    @Caller() { ip }: CallerInfo,
  ): Promise<InvitationDto> {
    return this.invitations.invite(principal, { operationId, email, role, ip });
  }

  @Get()
  @Endpoint({
    id: 'account.invitations.list',
    summary: 'List invitations',
    description: 'Newest first.',
    access: 'members:write',
    credentials: ['session'],
    allowed: READS_IN_ANY_STATE,
    page: InvitationDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListInvitationsQuery) {
    return this.queries.list({ accountId, status: query.status ?? null }, pageOfQuery(query, 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'account.invitations.get',
    summary: 'Read an invitation',
    description: 'Returns the invitation with its status and expiry. Only the mail contains its token.',
    access: 'members:write',
    credentials: ['session'],
    allowed: READS_IN_ANY_STATE,
    answer: InvitationDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<InvitationDto> {
    return this.queries.get(accountId, id);
  }

  @Delete(':id')
  @Endpoint({
    id: 'account.invitations.revoke',
    summary: 'Revoke an invitation',
    description:
      'Invalidates the link. Has no effect on a revoked or expired invitation. If the invitation was accepted, remove the member instead.',
    access: 'members:write',
    credentials: ['session'],
    answer: InvitationDto,
    fails: ['invalid_state'],
  })
  async revoke(@Who() who: Principal, @PathId() id: string): Promise<InvitationDto> {
    return this.invitations.revoke(who, id);
  }
}
