import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { MyProfile } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Endpoint, Who, Tag } from '../http';
import { ChangeUserBody, EmailChangeBody, MyUserDto, PendingEmailDto } from './users.dto';

/** User data can be changed whatever the status of the account. */
const ALWAYS = { suspended: true, pendingClosure: true };

@Tag('User')
@Controller('v1/users/me')
export class UsersController {
  constructor(private readonly profile: MyProfile) {}

  @Get()
  @Endpoint({
    id: 'user.get',
    summary: 'Read the signed-in user',
    description: 'Returns the user with the role in the selected account.',
    access: [],
    credentials: ['session'],
    answer: MyUserDto,
    fails: ['not_found'],
  })
  async get(@Who() who: Principal): Promise<MyUserDto> {
    return this.profile.get(who);
  }

  @Patch()
  @Endpoint({
    id: 'user.update',
    summary: 'Update the name or phone number',
    description:
      'Changes only the members that are sent. The email address is changed by POST /v1/users/me/email-change.',
    access: [],
    credentials: ['session'],
    allowed: ALWAYS,
    answer: MyUserDto,
    ifMatch: 'get',
    fails: ['not_found'],
  })
  async change(@Who() who: Principal, @Body() body: ChangeUserBody): Promise<MyUserDto> {
    return this.profile.change(who, body);
  }

  @Post('email-change')
  @Endpoint({
    id: 'user.changeEmail',
    summary: 'Change the email address',
    description:
      'Mails a link to the new address; a newer one voids it. The change takes effect when its token is sent to POST /v1/auth/verify-email within 24 hours: the new address is verified, all sessions except the newly created one are signed out, and the old address is notified. Counts towards the email limits of the address and the IP address.',
    access: [],
    credentials: ['session'],
    status: 202,
    idempotency: 'operation',
    allowed: ALWAYS,
    answer: PendingEmailDto,
    fails: ['email_in_use', 'reauthentication_required', 'login_locked', 'not_found'],
  })
  async changeEmail(
    @Who() who: Principal,
    @Body() body: EmailChangeBody,
    @Caller() caller: CallerInfo,
  ): Promise<PendingEmailDto> {
    const wanted = { newEmail: body.newEmail, password: body.password ?? null, caller };
    return { pendingEmail: await this.profile.requestEmailChange(who, wanted) };
  }
}
