import {
  CLOSURE_REASON_LENGTH_MAX,
  CLOSURE_REASONS,
  type ClosureReason,
  type ClosureView,
  type ClosureInput,
  PASSWORD_LENGTH_MAX,
} from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Id, Integer, OneOf, Secret, Text, UnixTime } from '../../http';
import { anOwnCode } from '../mfa/mfa.dto';

const ACCOUNT_NAME_MAX = 255;

const aReason = {
  description: 'Why, in your own words.',
  example: 'We have moved to one provider for all countries.',
  nullable: true,
  max: CLOSURE_REASON_LENGTH_MAX,
  lines: true,
};
const aCategory = {
  description: 'Why, in one word.',
  example: 'consolidation',
  nullable: true,
  values: CLOSURE_REASONS,
  name: 'ClosureReason',
};

export class RequestClosureBody {
  @Text({ ...aReason, optional: true })
  reason?: string | null;

  @OneOf({ ...aCategory, optional: true })
  reason_category?: ClosureReason | null;

  @Secret({
    description: 'Of the user, however recent the sign-in is. Not looked at where two-step sign-in is enabled.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;

  @Text({
    ...anOwnCode,
    description:
      'In place of the password where two-step sign-in is enabled: six digits of the app, or a recovery code.',
    optional: true,
  })
  code?: string;

  @Text({
    description: 'The name of the account, as GET /accounts/me shows it.',
    example: 'Analytical Engines Ltd',
    max: ACCOUNT_NAME_MAX,
  })
  confirm_name: string;
}

export class ClosureRequestDto {
  @Id({ description: 'The request.', prefix: 'clo' })
  id: string;

  @Text(aReason)
  reason: string | null;

  @OneOf(aCategory)
  reason_category: string | null;

  @UnixTime({ description: 'When it was requested.' })
  requested_at: number;

  @UnixTime({ description: 'When the account is closed, unless the request is cancelled before.' })
  grace_expires_at: number;

  @Id({ description: 'The owner who requested it.', prefix: 'usr' })
  requested_by_user_id: string;

  @Integer({ description: 'From now to `grace_expires_at`, a day that has begun counted.', example: 30 })
  days_remaining: number;
}

type Wanted = Omit<ClosureInput, 'who' | 'caller' | 'operationId'>;

export function toWish({ reason, reason_category, password, code, confirm_name }: RequestClosureBody): Wanted {
  return {
    reason: reason ?? null,
    reasonCategory: reason_category ?? null,
    password: password ?? null,
    code: code ?? null,
    confirmName: confirm_name,
  };
}

export function toClosureRequestDto(closure: ClosureView): ClosureRequestDto {
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
