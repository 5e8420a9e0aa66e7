import { Body, Controller, Post, Res } from '@nestjs/common';
import { FollowMagicLink, MailLink } from '@trunkline/identity';
import type { Response } from 'express';
import { Caller, type CallerInfo, Endpoint, MailboxParam, SessionCookies, Tag } from '../../http';
import { SignedInDto, toSignedInDto } from './auth.dto';
import { ConsumeMagicLinkBody, MagicLinkBody } from './magic-link.dto';

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
      'Always 204 after the same time, whether the address is known or not, and whatever JSON is sent: without an address nothing happens, and unknown members are ignored. The link works once and for 15 minutes. Five mails an hour to one address, thirty an hour from one network address; past that still 204, and no mail.',
    access: 'public',
    status: 204,
    idempotency: 'none',
    silent: true,
    reads: { body: MagicLinkBody },
  })
  async ask(@MailboxParam() email: string | null, @Caller() { ip }: CallerInfo): Promise<void> {
    await this.mailLink.execute({ kind: 'magic_link', email, ip });
  }

  @Post('consume')
  @Endpoint({
    id: 'auth.magicLinks.consume',
    setsCookies: true,
    summary: 'Sign in with the mailed token',
    description:
      'Uses the token up, marks the address verified and sets the session cookie. With a second factor enabled `challenge` is `mfa`, and the session is partial until POST /v1/auth/mfa/challenge. A lockout after wrong passwords does not hold it up.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    answer: SignedInDto,
    fails: ['missing_token', 'token_invalid', 'fraud_blocked', 'account_closed'],
  })
  async consume(
    @Body() body: ConsumeMagicLinkBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    const signedIn = await this.followMagicLink.execute({ token: body.token ?? null, caller });
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    return toSignedInDto(signedIn);
  }
}
