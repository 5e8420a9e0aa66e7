import { CLOSURE_REASON_LENGTH_MAX, lists, PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { Id, Integer, OneOf, Secret, Text, UnixTime } from '../http';
import { MfaCode } from './mfa.dto';

const ACCOUNT_NAME_MAX = 255;

const aReason = {
  description: 'Reason in free text.',
  example: 'We have moved to one provider for all countries.',
  nullable: true,
  max: CLOSURE_REASON_LENGTH_MAX,
  lines: true,
};
const aCategory = {
  description: 'Category of the reason.',
  example: 'consolidation',
  nullable: true,
  values: lists.CLOSURE_REASONS,
  name: 'ClosureReason',
};

export class RequestClosureBody {
  @Text({ ...aReason, optional: true })
  reason?: string | null;

  @OneOf({ ...aCategory, optional: true })
  reasonCategory?: lists.ClosureReason | null;

  @Secret({
    description: 'Password of the user, required even after a recent sign-in. Ignored if the second factor is enabled.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;

  @MfaCode({
    description:
      'Replaces the password if the second factor is enabled: six digits from the app, or a recovery code. Blanks and dashes are ignored.',
    example: '492039',
    optional: true,
  })
  code?: string;

  @Text({
    description: 'Exact account name, as GET /v1/accounts/me returns it.',
    example: 'Analytical Engines Ltd',
    max: ACCOUNT_NAME_MAX,
  })
  confirmName: string;
}

export class ClosureRequestDto {
  @Id({ description: 'Closure request ID.', prefix: 'clo' })
  id: string;

  @Text(aReason)
  reason: string | null;

  @OneOf(aCategory)
  reasonCategory: string | null;

  @UnixTime({ description: 'Time of the request.' })
  requestedAt: Date;

  @UnixTime({ description: 'Time when the account closes, unless the request is cancelled.' })
  graceExpiresAt: Date;

  @Id({ description: 'Owner who requested the closure.', prefix: 'usr' })
  requestedByUserId: string;

  @Integer({ description: 'Days until `grace_expires_at`, rounded up.', example: 30 })
  daysRemaining: number;
}
