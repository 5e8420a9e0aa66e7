import { Body, Controller, Post } from '@nestjs/common';
import { ResetMfa } from '@trunkline/identity';
import { Endpoint, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import { MfaResetDto, ResetMfaBody } from './users.dto';

@Tag('Users')
@Controller('operator/users')
export class OperatorUsersController {
  constructor(private readonly resetMfa: ResetMfa) {}

  @Post(':id/reset-mfa')
  @Endpoint({
    id: 'users.resetMfa',
    summary: 'Remove the second factor of a user',
    description:
      'For a user who lost both the authenticator and the recovery codes. Confirm the identity first: until the user sets up a second factor again, a password or mailed link is enough to sign in. Ends every session of the user and forgets every known device; API keys remain valid. The user is notified by email. Audited as `user.reset_mfa`, with the reason. Returns 409 if the user has no second factor.',
    access: 'operator',
    status: 200,
    answer: MfaResetDto,
    fails: ['mfa_not_enabled'],
  })
  async reset(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: ResetMfaBody,
  ): Promise<MfaResetDto> {
    const revoked = await this.resetMfa.reset({ userId: id, operator, reason });
    return { userId: id, mfaMethod: null, sessionsRevoked: revoked };
  }
}
