import { CLOSURE_REASON_LENGTH_MAX, lists, PASSWORD_LENGTH_MAX, type views } from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Id, Integer, OneOf, Secret, Text, UnixTime } from '../../http';
import { MfaCode } from '../mfa/mfa.dto';

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
  reason_category?: lists.ClosureReason | null;

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
  confirm_name: string;
}

export class ClosureRequestDto {
  @Id({ description: 'Closure request ID.', prefix: 'clo' })
  id: string;

  @Text(aReason)
  reason: string | null;

  @OneOf(aCategory)
  reason_category: string | null;

  @UnixTime({ description: 'Time of the request.' })
  requested_at: number;

  @UnixTime({ description: 'Time when the account closes, unless the request is cancelled.' })
  grace_expires_at: number;

  @Id({ description: 'Owner who requested the closure.', prefix: 'usr' })
  requested_by_user_id: string;

  @Integer({ description: 'Days until `grace_expires_at`, rounded up.', example: 30 })
  days_remaining: number;
}

type ClosureInput = Omit<views.ClosureInput, 'who' | 'caller' | 'operationId'>;

export function toClosureInput({
  reason,
  reason_category,
  password,
  code,
  confirm_name,
}: RequestClosureBody): ClosureInput {
  return {
    reason: reason ?? null,
    reasonCategory: reason_category ?? null,
    password: password ?? null,
    code: code ?? null,
    confirmName: confirm_name,
  };
}

export function toClosureRequestDto(closure: views.ClosureView): ClosureRequestDto {
  return {
    id: closure.id,
    reason: closure.reason,
    reason_category: closure.reasonCategory,
    requested_at: unixSeconds(closure.requestedAt),
    grace_expires_at: unixSeconds(closure.graceExpiresAt),
    requested_by_user_id: closure.requestedByUserId,
    days_remaining: closure.daysRemaining,
  };
}
