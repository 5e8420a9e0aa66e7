import { Body, Controller, Post, Res } from '@nestjs/common';
import { FollowMagicLink, MailLink } from '@trunkline/identity';
import type { Response } from 'express';
import {
  Caller,
  type CallerInfo,
  Endpoint,
  MailboxParam,
  SessionCookies,
  SilentText,
  Tag,
  Email,
  Secret,
} from '../../http';
import { CAPTCHA_TOKEN, CaptchaToken, SignInDto, TOKEN_MAX } from './auth.dto';

class MagicLinkBody {
  @Email({ description: 'Email address of the user.', example: 'ada@example.com' })
  email: string;

  @CaptchaToken()
  captchaToken?: string;
}

class ConsumeMagicLinkBody {
  @Secret({
    description: '`token` parameter of the mailed link. Required: returns 400 `missing_token` without it.',
    example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
    optional: true,
    nullable: true,
    min: 0,
    max: TOKEN_MAX,
  })
  token?: string | null;
}

@Tag('Authentication')
@Controller('v1/auth/magic-link')
export class MagicLinkController {
  constructor(
    private readonly mailLink: MailLink,
    private readonly followMagicLink: FollowMagicLink,
    private readonly cookies: SessionCookies,
  ) {}

  @Post()
  @Endpoint({
    id: 'auth.magicLinks.send',
    summary: 'Mail a sign-in link',
    description:
      'Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. The single-use link expires after 15 minutes. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email. The same without the token of a bot challenge, if one is configured.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: MagicLinkBody },
  })
  async ask(
    @MailboxParam() email: string | null,
    @SilentText(CAPTCHA_TOKEN) captchaToken: string | null,
    @Caller() { ip }: CallerInfo,
  ): Promise<void> {
    await this.mailLink.mail({ kind: 'magic_link', email, ip, captchaToken });
  }

  @Post('consume')
  @Endpoint({
    id: 'auth.magicLinks.consume',
    setsCookies: true,
    summary: 'Sign in with the mailed token',
    description:
      'Consumes the token, marks the email address verified and sets the session cookie. If the second factor is enabled, `challenge` is `mfa` and the session is partial until POST /v1/auth/mfa/challenge. Works during a lockout after wrong passwords.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    answer: SignInDto,
    fails: ['missing_token', 'token_invalid', 'fraud_blocked', 'account_closed'],
  })
  async consume(
    @Body() body: ConsumeMagicLinkBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInDto> {
    const signedIn = await this.followMagicLink.follow({ token: body.token ?? null, caller });
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    return signedIn;
  }
}
