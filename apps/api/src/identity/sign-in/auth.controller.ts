import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { LogIn, ResendVerification, Sessions, SignUp, VerifyEmail, type views } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  Caller,
  type CallerInfo,
  Endpoint,
  DeviceCookies,
  MailboxParam,
  OperationId,
  SessionCookies,
  Who,
  Tag,
} from '../../http';
import {
  EmailVerificationDto,
  LoginBody,
  ResendBody,
  SignInDto,
  SignUpBody,
  SignUpDto,
  VerifyEmailBody,
} from './auth.dto';

@Tag('Authentication')
@Controller('v1/auth')
export class AuthController {
  constructor(
    private readonly signUp: SignUp,
    private readonly resendVerification: ResendVerification,
    private readonly verification: VerifyEmail,
    private readonly logIn: LogIn,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookies,
    private readonly devices: DeviceCookies,
  ) {}

  @Post('signup')
  @Endpoint({
    id: 'auth.signup',
    summary: 'Sign up',
    description:
      'Creates an account with its owner and a trial credit of 5 USD, and mails a verification link. Fraud screening checks the IP address, its country, the mailbox and the number of sign-ups from there within a day. It may require a review (tier `manual_review`: everything except ordering) or reject the sign-up, which stores only an event.',
    access: 'public',
    limit: 'sign_up',
    idempotency: 'operation',
    answer: SignUpDto,
    fails: ['fraud_blocked', 'email_in_use'],
  })
  async register(
    @Body() body: SignUpBody,
    @OperationId() operationId: string,
    @Caller() caller: CallerInfo,
  ): Promise<SignUpDto> {
    const signedUp = await this.signUp.signUp({
      operationId,
      caller,
      email: body.email,
      password: body.password,
      name: body.name,
      country: body.country,
      timezone: body.timezone ?? null,
      company: body.company ?? null,
      phoneE164: body.phoneE164 ?? null,
      intendedUse: body.intendedUse ?? null,
      captchaToken: body.captchaToken ?? null,
      marketingOptIn: body.marketingOptIn ?? false,
    });
    return { ...signedUp, trialCreditUsd: signedUp.trialCreditCents / 100 };
  }

  @Post('email/resend')
  @Endpoint({
    id: 'auth.resendVerification',
    summary: 'Resend the verification link',
    description:
      'Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: ResendBody },
  })
  async resend(@MailboxParam() email: string | null, @Caller() { ip }: CallerInfo): Promise<void> {
    await this.resendVerification.resend({ email, ip });
  }

  @Post('verify-email')
  @Endpoint({
    id: 'auth.verifyEmail',
    setsCookies: true,
    summary: 'Verify an email address',
    description:
      'Consumes the mailed token, signs the user in and sets the session cookie. Also accepts the token of an email change: then the new address is verified and used for sign-in, and every other session is signed out.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    answer: EmailVerificationDto,
    fails: ['token_invalid', 'fraud_blocked', 'account_closed'],
  })
  async verifyEmail(
    @Body() body: VerifyEmailBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EmailVerificationDto> {
    const signedIn = await this.verification.verify({ token: body.token, caller });
    const { userId, challenge } = this.withCookie(response, signedIn);
    return { verified: true, userId, nextStep: challenge ?? 'dashboard' };
  }

  @Post('login')
  @Endpoint({
    id: 'auth.login',
    setsCookies: true,
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie. If the second factor is enabled, `challenge` is `mfa` and the session is partial until POST /v1/auth/mfa/challenge. Wrong passwords from all IP addresses count together: 10 in 15 minutes lock sign-in for 15 minutes, 20 in an hour for an hour, and 100 in a day for the rest of the day, even with the correct password. Locked sign-ins return 429 `login_locked`, also for an unknown email. The lockout does not apply to known devices: those with the cookie `svc_did`, which a completed sign-in with `trust_device` or a password reset sets for 180 days, and which becomes invalid when all sessions are revoked or the password changes. Each known device is locked for 15 minutes after 10 wrong passwords in 15 minutes. Sign-in links, identity providers and existing sessions are not affected.',
    access: 'public',
    limit: 'login',
    status: 200,
    idempotency: 'none',
    answer: SignInDto,
    fails: ['unauthorized', 'email_unverified', 'fraud_blocked', 'account_closed', 'login_locked'],
  })
  async login(
    @Body() body: LoginBody,
    @Caller() caller: CallerInfo,
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInDto> {
    const { email, password, trustDevice = false } = body;
    const deviceSecret = this.devices.read(cookies);
    const signedIn = await this.logIn.logIn({ email, password, trustDevice, deviceSecret, caller });
    return this.withCookie(response, signedIn);
  }

  @Post('logout')
  @Endpoint({
    id: 'auth.logout',
    setsCookies: true,
    summary: 'Sign out',
    description: 'Revokes the session immediately and clears the cookie.',
    access: 'partial',
    status: 200,
    idempotency: 'none',
  })
  async logout(@Who() who: Principal, @Res({ passthrough: true }) response: Response): Promise<null> {
    await this.sessions.end(who.credentialId);
    this.cookies.clear(response);
    return null;
  }

  private withCookie(response: Response, signedIn: views.SignedIn): views.SignedIn {
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    this.devices.set(response, signedIn.deviceCookie);
    return signedIn;
  }
}
