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
      'For a user who has lost both the authenticator and the recovery codes. Confirm the identity first: until a second factor is set up again, password or mailbox alone signs in. Ends every session of the user and makes every device unknown; API keys go on working. The user is told by mail. Written into the audit trail as `user.reset_mfa`, with the reason. 409 when the user has no second factor.',
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
    const revoked = await this.resetMfa.execute({ userId: id, operator, reason });
    return { user_id: id, mfa_method: null, sessions_revoked: revoked };
  }
}
