import { Body, Controller, Post, Res } from '@nestjs/common';
import { ChangePassword, MailLink, ResetPassword } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import { Caller, type CallerInfo, DeviceCookies, Endpoint, MailboxParam, SessionCookies, Who, Tag } from '../../http';
import { ChangedPasswordDto, ChangePasswordBody, ForgotPasswordBody, ResetPasswordBody } from './passwords.dto';

@Tag('Authentication')
@Controller('v1/auth')
export class PasswordsController {
  constructor(
    private readonly mailLink: MailLink,
    private readonly resetPassword: ResetPassword,
    private readonly changePassword: ChangePassword,
    private readonly cookies: SessionCookies,
    private readonly devices: DeviceCookies,
  ) {}

  @Post('forgot-password')
  @Endpoint({
    id: 'auth.forgotPassword',
    summary: 'Mail a link that resets the password',
    description:
      'Always 204 after the same time, whether the address is known or not, and whatever JSON is sent: without an address nothing happens, and unknown members are ignored. The link works once and for one hour; a newer one voids it. Five mails an hour to one address, thirty an hour from one network address; past that still 204, and no mail.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: ForgotPasswordBody },
  })
  async forgot(@MailboxParam() email: string | null, @Caller() { ip }: CallerInfo): Promise<void> {
    await this.mailLink.execute({ kind: 'reset_password', email, ip });
  }

  @Post('reset-password')
  @Endpoint({
    id: 'auth.resetPassword',
    setsCookies: true,
    summary: 'Set a new password with the mailed token',
    description:
      'Uses the token up, signs every session of the user out, lifts a lockout after wrong passwords (not one after wrong codes of the second factor) and marks the address verified, since the link was read there. The device is known from then on: the answer sets the cookie `svc_did`, and every other known device is forgotten. A mail tells of it. API keys go on working.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    fails: ['token_invalid'],
  })
  async reset(@Body() body: ResetPasswordBody, @Res({ passthrough: true }) response: Response): Promise<null> {
    const { token, new_password: newPassword } = body;
    this.devices.set(response, await this.resetPassword.execute({ token, newPassword }));
    return null;
  }

  @Post('change-password')
  @Endpoint({
    id: 'auth.changePassword',
    setsCookies: true,
    summary: 'Change the password',
    description:
      'Signs every other session out and forgets every known device; this session goes on under a new cookie. A mail tells of it. Ten wrong passwords of the session in 15 minutes are 429 `login_locked`. A user without a password sets one with POST /v1/auth/forgot-password.',
    access: [],
    credentials: ['session'],
    status: 200,
    idempotency: 'none',
    allowed: { suspended: true, pendingClosure: true },
    answer: ChangedPasswordDto,
    fails: ['login_locked'],
  })
  async change(
    @Who() who: Principal,
    @Body() body: ChangePasswordBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedPasswordDto> {
    const { current_password: currentPassword, new_password: newPassword } = body;
    const changed = await this.changePassword.execute(who, { currentPassword, newPassword, caller });
    this.cookies.set(response, changed.sessionSecret, changed.expiresAt);
    return { sessions_revoked: changed.sessionsRevoked };
  }
}
