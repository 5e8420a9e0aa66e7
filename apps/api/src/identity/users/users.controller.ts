import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { RequestEmailChange, MyProfile } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Endpoint, IfMatch, type Precondition, Who, Tag } from '../../http';
import { ChangeUserBody, EmailChangeBody, MyUserDto, PendingEmailDto, toMyUserDto } from './users.dto';

/** What is the user's own is open whatever the state of the account. */
const ALWAYS = { suspended: true, pendingClosure: true };

@Tag('User')
@Controller('v1/users/me')
export class UsersController {
  constructor(
    private readonly profile: MyProfile,
    private readonly requestEmailChange: RequestEmailChange,
  ) {}

  @Get()
  @Endpoint({
    id: 'user.get',
    summary: 'Read yourself',
    description: 'The signed-in user, with the role in the selected account.',
    access: [],
    credentials: ['session'],
    answer: MyUserDto,
    fails: ['not_found'],
  })
  async get(@Who() who: Principal): Promise<MyUserDto> {
    return toMyUserDto(await this.profile.get(who));
  }

  @Patch()
  @Endpoint({
    id: 'user.update',
    summary: 'Change your name or phone number',
    access: [],
    credentials: ['session'],
    allowed: ALWAYS,
    answer: MyUserDto,
    fails: ['not_found'],
  })
  async change(
    @Who() who: Principal,
    @Body() body: ChangeUserBody,
    @IfMatch() precondition: Precondition,
  ): Promise<MyUserDto> {
    await precondition.holds(() => this.get(who));
    return toMyUserDto(await this.profile.change(who, { name: body.name, phoneE164: body.phone_e164 }));
  }

  @Post('email-change')
  @Endpoint({
    id: 'user.changeEmail',
    summary: 'Move to another e-mail address',
    description:
      'Mails a link to the new address; a newer one voids it. Nothing changes before its token reaches POST /v1/auth/verify-email, within 24 hours. Then the new address is verified, every session is signed out but the one begun by that, and the old address is told. Counts among the mails to one address and from one network address.',
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
    const wanted = { newEmail: body.new_email, password: body.password ?? null, caller };
    return { pending_email: await this.requestEmailChange.execute(who, wanted) };
  }
}
