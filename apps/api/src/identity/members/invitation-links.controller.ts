import { Body, Controller, Post, Res } from '@nestjs/common';
import { AcceptInvitation, InvitationLinks } from '@trunkline/identity';
import type { Response } from 'express';
import { Caller, type CallerInfo, Endpoint, SessionCookies, Tag } from '../../http';
import {
  AcceptedInvitationDto,
  AcceptInvitationBody,
  InspectInvitationBody,
  InvitationPreviewDto,
} from './invitations.dto';

@Tag('Authentication')
@Controller('v1/auth/invitation')
export class InvitationLinksController {
  constructor(
    private readonly links: InvitationLinks,
    private readonly acceptInvitation: AcceptInvitation,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('inspect')
  @Endpoint({
    id: 'auth.invitations.inspect',
    summary: 'Read the invitation of a mailed link',
    description: 'Does not consume the token, so that a page can show the invitation before the user accepts it.',
    access: 'public',
    status: 200,
    idempotency: 'none',
    answer: InvitationPreviewDto,
    fails: ['token_invalid'],
  })
  async inspect(@Body() { token }: InspectInvitationBody): Promise<InvitationPreviewDto> {
    return this.links.preview(token);
  }

  @Post('accept')
  @Endpoint({
    id: 'auth.invitations.accept',
    setsCookies: true,
    summary: 'Accept an invitation',
    description:
      'Consumes the token and adds the user as a member. If no user has verified the email address, `name` and `password` are required: they create a verified, signed-in user without an account of their own and replace the data of an unfinished sign-up. An existing user is not signed in: `next_step` is `login`, and no cookie is set.',
    access: 'public',
    limit: 'login',
    status: 200,
    idempotency: 'none',
    answer: AcceptedInvitationDto,
    fails: ['token_invalid', 'already_member', 'fraud_blocked'],
  })
  async accept(
    @Body() { token, name, password }: AcceptInvitationBody,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedInvitationDto> {
    const accepted = await this.acceptInvitation.accept({
      token,
      name: name ?? null,
      password: password ?? null,
      caller,
    });
    const { signedIn } = accepted;
    if (signedIn) this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    return { ...accepted, nextStep: signedIn ? 'dashboard' : 'login', expiresAt: signedIn && signedIn.expiresAt };
  }
}
