import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { LogIn, ResendVerification, Sessions, type SignedIn, SignUp, VerifyEmail } from '@trunkline/identity';
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
  LoginBody,
  ResendBody,
  SignedInDto,
  SignedUpDto,
  SignUpBody,
  toSignedInDto,
  toSignedUpDto,
  toVerifiedDto,
  VerifiedDto,
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
      'Makes an account with its owner and a trial credit of 5 USD, and mails a link that verifies the address. Fraud screening looks at the network address, the country that it lies in, the mailbox, and how many signed up from there within a day; it may ask for a review (tier `manual_review`: everything but ordering) or refuse, which leaves nothing behind but an event.',
    access: 'public',
    limit: 'sign_up',
    idempotency: 'operation',
    answer: SignedUpDto,
    fails: ['fraud_blocked', 'email_in_use'],
  })
  async register(
    @Body() body: SignUpBody,
    @OperationId() operationId: string,
    @Caller() caller: CallerInfo,
  ): Promise<SignedUpDto> {
    const signedUp = await this.signUp.execute({
      operationId,
      caller,
      email: body.email,
      password: body.password,
      name: body.name,
      country: body.country,
      company: body.company ?? null,
      phoneE164: body.phone_e164 ?? null,
      intendedUse: body.intended_use ?? null,
      captchaToken: body.captcha_token ?? null,
      marketingOptIn: body.marketing_opt_in ?? false,
    });
    return toSignedUpDto(signedUp);
  }

  @Post('email/resend')
  @Endpoint({
    id: 'auth.resendVerification',
    summary: 'Mail the verification link again',
    description:
      'Always 204 after the same time, whether the address is known, verified or neither, and whatever JSON is sent: without an address nothing happens, and unknown members are ignored. Five mails an hour to one address, thirty an hour from one network address; past that still 204, and no mail.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: ResendBody },
  })
  async resend(@MailboxParam() email: string | null, @Caller() { ip }: CallerInfo): Promise<void> {
    await this.resendVerification.execute({ email, ip });
  }

  @Post('verify-email')
  @Endpoint({
    id: 'auth.verifyEmail',
    setsCookies: true,
    summary: 'Verify an e-mail address',
    description:
      'Uses the mailed token up and signs the user in: the answer sets the session cookie. Takes the token of a change of address as well: then the new address is verified and is the one to sign in with, and every other session is signed out.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    answer: VerifiedDto,
    fails: ['token_invalid', 'fraud_blocked', 'account_closed'],
  })
  async verifyEmail(
    @Body() body: VerifyEmailBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VerifiedDto> {
    const signedIn = await this.verification.execute({ token: body.token, caller });
    return toVerifiedDto(this.withCookie(response, signedIn));
  }

  @Post('login')
  @Endpoint({
    id: 'auth.login',
    setsCookies: true,
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie. With a second factor enabled `challenge` is `mfa`, and the session is partial until POST /v1/auth/mfa/challenge. Wrong passwords from all network addresses count together: 10 in 15 minutes lock for 15 minutes, 20 in an hour for an hour, and 100 in a day for the rest of it, with the right password too. That is 429 `login_locked`, alike for an unknown e-mail. The lock passes by the known devices of the user: those that carry the cookie `svc_did`, which a completed sign-in with `trust_device` and a reset by mail set for 180 days, and which ends when every session is revoked and with another password. Of each of them 10 wrong passwords in 15 minutes lock it for 15 minutes. Sign-in links, identity providers and open sessions go on.',
    access: 'public',
    limit: 'login',
    status: 200,
    idempotency: 'none',
    answer: SignedInDto,
    fails: ['unauthorized', 'email_unverified', 'fraud_blocked', 'account_closed', 'login_locked'],
  })
  async login(
    @Body() body: LoginBody,
    @Caller() caller: CallerInfo,
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    const { email, password, trust_device: trustDevice = false } = body;
    const deviceSecret = this.devices.read(cookies);
    const signedIn = await this.logIn.execute({ email, password, trustDevice, deviceSecret, caller });
    return toSignedInDto(this.withCookie(response, signedIn));
  }

  @Post('logout')
  @Endpoint({
    id: 'auth.logout',
    setsCookies: true,
    summary: 'Sign out',
    description: 'Revokes the session at once and clears the cookie.',
    access: 'partial',
    status: 200,
    idempotency: 'none',
  })
  async logout(@Who() who: Principal, @Res({ passthrough: true }) response: Response): Promise<null> {
    await this.sessions.end(who.credentialId);
    this.cookies.clear(response);
    return null;
  }

  private withCookie(response: Response, signedIn: SignedIn): SignedIn {
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    this.devices.set(response, signedIn.deviceCookie);
    return signedIn;
  }
}
