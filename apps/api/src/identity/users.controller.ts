import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { MyProfile, PhoneVerification } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Endpoint, OperationId, Tag, Who } from '../http';
import {
  ChangeUserBody,
  EmailChangeBody,
  MyUserDto,
  PendingEmailDto,
  PhoneCodeBody,
  SentPhoneCodeDto,
  VerifyPhoneBody,
} from './users.dto';

/** User data can be changed whatever the status of the account. */
const ALWAYS = { suspended: true, pendingClosure: true };

@Tag('User')
@Controller('v1/users/me')
export class UsersController {
  constructor(
    private readonly profile: MyProfile,
    private readonly phone: PhoneVerification,
  ) {}

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

  @Post('phone')
  @Endpoint({
    id: 'user.sendPhoneCode',
    summary: 'Send a code to a phone',
    description:
      'Sends a text message with a code of six digits, which is valid for 10 minutes and voids the previous one. The phone number of the user remains until the code is sent to POST /v1/users/me/phone/verify. Limits per user, number, range of numbers, IP address and country return 429. Returns 422 for a number that is not in a range of mobile phones, and 409 for the verified number of the user, and where the operator has set no sender.',
    access: [],
    credentials: ['session'],
    status: 202,
    idempotency: 'operation',
    answer: SentPhoneCodeDto,
    fails: ['invalid_state', 'destination_not_allowed', 'not_found'],
  })
  async sendPhoneCode(
    @Who() who: Principal,
    @Body() { phoneE164 }: VerifyPhoneBody,
    @Caller() caller: CallerInfo,
    @OperationId() operationId: string,
  ): Promise<SentPhoneCodeDto> {
    return this.phone.start({ who, operationId }, phoneE164, caller.ip);
  }

  @Post('phone/verify')
  @Endpoint({
    id: 'user.verifyPhone',
    summary: 'Verify a phone number',
    description:
      'Makes the number that the code was sent to the verified number of the user. Returns 422 `fields.code` for a wrong or expired code; five wrong codes void it. Where the trial credit depends on a verified phone number, the account of an owner receives it now, once for each number.',
    access: [],
    credentials: ['session'],
    status: 200,
    idempotency: 'operation',
    answer: MyUserDto,
    fails: ['not_found'],
  })
  async verifyPhone(
    @Who() who: Principal,
    @Body() { code }: PhoneCodeBody,
    @OperationId() operationId: string,
  ): Promise<MyUserDto> {
    return this.phone.verify({ who, operationId }, code);
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
