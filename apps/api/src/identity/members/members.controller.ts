import { Body, Controller, Delete, Get, Patch, UseGuards } from '@nestjs/common';
import { MemberQueries, Members, type views } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import {
  ListQuery,
  mapPage,
  Endpoint,
  IfMatch,
  pageOfQuery,
  PageQuery,
  PathId,
  type Precondition,
  Who,
  Tag,
} from '../../http';
import { ChangeMemberBody, MemberDto, RemovedMemberDto } from './members.dto';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

@Tag('Members')
@Controller('v1/accounts/me/members')
export class MembersController {
  constructor(
    private readonly members: Members,
    private readonly queries: MemberQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'account.members.list',
    summary: 'List members',
    description: 'Newest member first.',
    access: 'account:read',
    credentials: ['session', 'key'],
    page: MemberDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: PageQuery) {
    return mapPage(this.queries.list(accountId, pageOfQuery(query, 'joined_at')), withRole);
  }

  @Patch(':user_id')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'account.members.update',
    summary: 'Update the role of a member',
    description:
      'Takes effect with the next request of the member. An admin cannot change an owner or assign the role `owner`. If the new role cannot manage members, pending invitations from that member are revoked.',
    access: 'members:write',
    credentials: ['session'],
    recentSignIn: true,
    answer: MemberDto,
    ifMatch: null,
    fails: ['last_owner', 'login_locked'],
  })
  async change(
    @Who() who: Principal,
    @PathId('user_id') userId: string,
    @Body() { role }: ChangeMemberBody,
    @IfMatch() precondition: Precondition,
  ): Promise<MemberDto> {
    await precondition.holds([MemberDto, async () => withRole(await this.queries.get(who.accountId, userId))]);
    return withRole(await this.members.changeRole(who, userId, role));
  }

  @Delete(':user_id')
  @Endpoint({
    id: 'account.members.delete',
    summary: 'Remove a member or leave the account',
    description:
      'Owners can remove any member, admins any member except owners, and every member can remove themselves. The last owner cannot leave. Revokes the API keys and invitations that the member created here; their sessions continue in their other accounts, if any.',
    access: [],
    credentials: ['session'],
    answer: RemovedMemberDto,
    fails: ['last_owner'],
  })
  async remove(@Who() who: Principal, @PathId('user_id') userId: string): Promise<RemovedMemberDto> {
    await this.members.remove(who, userId);
    return { id: userId, deleted: true };
  }
}

function withRole(member: views.MemberView): MemberDto {
  return { ...member, role: member.user.role };
}
