import { Body, Controller, Post } from '@nestjs/common';
import { ResetMfa, lists } from '@trunkline/identity';
import { Endpoint, PathId, Tag, Id, Integer, OneOf, Text } from '../../http';
import { Operator } from '../operator.param';

const REASON_MAX = 1000;

class ResetMfaBody {
  @Text({
    description: 'Reason, stored in the audit trail. State how the identity of the user was confirmed.',
    example: 'Lost phone and recovery codes; identity confirmed by telephone, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

class MfaResetDto {
  @Id({ description: 'User ID.', prefix: 'usr' })
  userId: string;

  @OneOf({
    description: 'Always null: sign-in requires no second factor until the user sets one up again.',
    nullable: true,
    values: lists.MFA_METHODS,
    name: 'MfaMethod',
  })
  mfaMethod: null;

  @Integer({ description: 'Number of sessions ended.', example: 2 })
  sessionsRevoked: number;
}

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
