import { Body, Controller, Post, Res } from '@nestjs/common';
import { ChangePassword, MailLink, ResetPassword } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  Caller,
  type CallerInfo,
  DeviceCookies,
  Endpoint,
  MailboxParam,
  SessionCookies,
  SilentText,
  Who,
  Tag,
} from '../http';
import { CAPTCHA_TOKEN } from './sign-in/auth.dto';
import { ChangePasswordBody, ForgotPasswordBody, PasswordChangeDto, ResetPasswordBody } from './passwords.dto';

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
    id: 'auth.sendPasswordReset',
    summary: 'Mail a password reset link',
    description:
      'Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. The single-use link expires after one hour; a newer one voids it. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email. The same without the token of a bot challenge, if one is configured.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: ForgotPasswordBody },
  })
  async forgot(
    @MailboxParam() email: string | null,
    @SilentText(CAPTCHA_TOKEN) captchaToken: string | null,
    @Caller() { ip }: CallerInfo,
  ): Promise<void> {
    await this.mailLink.mail({ kind: 'reset_password', email, ip, captchaToken });
  }

  @Post('reset-password')
  @Endpoint({
    id: 'auth.resetPassword',
    setsCookies: true,
    summary: 'Set a new password with the mailed token',
    description:
      'Consumes the token, signs out every session of the user, lifts a lockout after wrong passwords (not after wrong second-factor codes) and marks the email address verified. The response sets the cookie `svc_did`: this becomes the only known device. Applications that were connected in one of these sessions are disconnected. The user is notified by an email that names them. API keys remain valid.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    fails: ['token_invalid'],
  })
  async reset(@Body() body: ResetPasswordBody, @Res({ passthrough: true }) response: Response): Promise<null> {
    const { token, newPassword } = body;
    this.devices.set(response, await this.resetPassword.reset({ token, newPassword }));
    return null;
  }

  @Post('change-password')
  @Endpoint({
    id: 'auth.changePassword',
    setsCookies: true,
    summary: 'Change the password',
    description:
      'Signs out every other session and forgets every known device; this session continues with a new cookie. The user is notified by email. Ten wrong passwords in a session within 15 minutes return 429 `login_locked`. A user without a password sets one with POST /v1/auth/forgot-password.',
    access: [],
    credentials: ['session'],
    status: 200,
    idempotency: 'none',
    allowed: { suspended: true, pendingClosure: true },
    answer: PasswordChangeDto,
    fails: ['login_locked'],
  })
  async change(
    @Who() who: Principal,
    @Body() body: ChangePasswordBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasswordChangeDto> {
    const { currentPassword, newPassword } = body;
    const changed = await this.changePassword.change(who, { currentPassword, newPassword, caller });
    this.cookies.set(response, changed.sessionSecret, changed.expiresAt);
    return { sessionsRevoked: changed.sessionsRevoked };
  }
}
