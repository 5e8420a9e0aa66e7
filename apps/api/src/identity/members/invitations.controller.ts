import { Body, Controller, Delete, Get, Post, Query, UseGuards } from '@nestjs/common';
import { Invitations, InviteMember } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Cursors, Endpoint, OperationId, pageOfDto, PathId, Who, Tag } from '../../http';
import { InvitationDto, InviteBody, ListInvitationsQuery, toInvitationDto } from './invitations.dto';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

/** Only those who invite may see invitations; seeing them changes nothing. */
const READS_IN_ANY_STATE = { suspended: true, pendingClosure: true };

@Tag('Members')
@Controller('v1/accounts/me/invitations')
export class InvitationsController {
  constructor(
    private readonly inviteMember: InviteMember,
    private readonly invitations: Invitations,
    private readonly cursors: Cursors,
  ) {}

  @Post()
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'account.invitations.create',
    summary: 'Invite someone to the account',
    description:
      'Mails a link that works once and for 7 days. Inviting the same address again sends a new link and revokes the one before. Five mails an hour to one address, thirty an hour from one network address; past that 429.',
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
    return toInvitationDto(await this.inviteMember.execute({ principal, operationId, email, role, ip }));
  }

  @Get()
  @Endpoint({
    id: 'account.invitations.list',
    summary: 'List invitations',
    description: 'Newest first.',
    access: 'members:write',
    credentials: ['session'],
    allowed: READS_IN_ANY_STATE,
    answer: pageOfDto(InvitationDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListInvitationsQuery) {
    return this.cursors.page(
      { query, accountId, sort: 'created_at' },
      (page) => this.invitations.list(accountId, query.status ?? null, page),
      toInvitationDto,
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'account.invitations.get',
    summary: 'Read an invitation',
    access: 'members:write',
    credentials: ['session'],
    allowed: READS_IN_ANY_STATE,
    answer: InvitationDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<InvitationDto> {
    return toInvitationDto(await this.invitations.get(accountId, id));
  }

  @Delete(':id')
  @Endpoint({
    id: 'account.invitations.revoke',
    summary: 'Revoke an invitation',
    description:
      'Its link is worth nothing from now on. Revoking one that is revoked or expired changes nothing; one that is accepted has made a member, who can be removed.',
    access: 'members:write',
    credentials: ['session'],
    answer: InvitationDto,
    fails: ['invalid_state'],
  })
  async revoke(@Who() who: Principal, @PathId() id: string): Promise<InvitationDto> {
    return toInvitationDto(await this.invitations.revoke(who, id));
  }
}
