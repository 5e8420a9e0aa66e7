import { lists } from '@trunkline/identity';
import { Id, Integer, OneOf, Text } from '../../http';

const REASON_MAX = 1000;

export class ResetMfaBody {
  @Text({
    description: 'Reason, stored in the audit trail. State how the identity of the user was confirmed.',
    example: 'Lost phone and recovery codes; identity confirmed by telephone, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export class MfaResetDto {
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
