import {
  PASSWORD_LENGTH_MAX,
  SIGN_UP_PASSWORD_LENGTH_MIN,
  INTENDED_USES,
  type IntendedUse,
  MFA_METHODS,
  type SignedIn,
  type SignedUp,
} from '@trunkline/identity';
import { TIERS, unixSeconds } from '@trunkline/kernel';
import { Country, Decimal, E164, Email, Flag, Id, OneOf, Secret, Text, UnixTime } from '../../http';

/** Longer than any token that was ever mailed. */
export const TOKEN_MAX = 200;
const CAPTCHA_MAX = 4096;

export class SignUpBody {
  @Email({
    description: 'Where the verification link goes. Unique; upper and lower case are one.',
    example: 'ada@example.com',
  })
  email: string;

  @Secret({
    description: 'At least 8 characters; the most common passwords are refused.',
    example: 'correct horse battery staple',
    min: SIGN_UP_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  password: string;

  @Text({ description: 'The name of the person.', example: 'Ada Lovelace', min: 2, max: 100 })
  name: string;

  @Country({ description: 'Where the customer is.', example: 'GB' })
  country: string;

  @Text({
    description: 'Names the account; without it the person does.',
    example: 'Analytical Engines Ltd',
    optional: true,
    min: 2,
    max: 100,
  })
  company?: string;

  @E164({ description: 'Not verified by this.', example: '+442071838750', optional: true })
  phone_e164?: string;

  @OneOf({
    description: 'What the service will be used for.',
    example: 'itsp',
    optional: true,
    values: INTENDED_USES,
    name: 'IntendedUse',
  })
  intended_use?: IntendedUse;

  @Text({
    description: 'The answer to a bot challenge. A stub value is accepted for now.',
    example: 'stub',
    optional: true,
    max: CAPTCHA_MAX,
  })
  captcha_token?: string;

  @Flag({ description: 'May be sent news.', example: false, optional: true })
  marketing_opt_in?: boolean;
}

export class SignedUpDto {
  @Id({ description: 'The new account.', prefix: 'acc' })
  account_id: string;

  @Id({ description: 'Its owner.', prefix: 'usr' })
  user_id: string;

  @Email({ description: 'The address as it is kept, in lower case.', example: 'ada@example.com' })
  email: string;

  @OneOf({
    description: '`manual_review`: fraud screening wants a person to look first; until then nothing can be ordered.',
    example: 'self_serve',
    values: TIERS,
    name: 'Tier',
  })
  tier: string;

  @OneOf({ description: 'What to do next.', example: 'verify_email', values: ['verify_email'], name: 'SignUpNextStep' })
  next_step: string;

  @Flag({ description: 'The verification mail is on its way.', example: true })
  verification_email_sent: boolean;

  @Decimal({ description: 'What the account starts with, in USD.', example: 5 })
  trial_credit_usd: number;
}

export function toSignedUpDto(signedUp: SignedUp): SignedUpDto {
  return {
    account_id: signedUp.accountId,
    user_id: signedUp.userId,
    email: signedUp.email,
    tier: signedUp.tier,
    next_step: signedUp.nextStep,
    verification_email_sent: signedUp.verificationEmailSent,
    trial_credit_usd: signedUp.trialCreditCents / 100,
  };
}

export class ResendBody {
  @Email({ description: 'The address that is to be verified.', example: 'ada@example.com' })
  email: string;
}

export class VerifyEmailBody {
  @Secret({
    description: 'What the mailed link carries as `token`.',
    example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
    max: TOKEN_MAX,
  })
  token: string;
}

export class VerifiedDto {
  @Flag({ description: 'Always true.', example: true })
  verified: boolean;

  @Id({ description: 'Whose address it is.', prefix: 'usr' })
  user_id: string;

  @OneOf({
    description: '`mfa`: the session is partial until POST /v1/auth/mfa/challenge.',
    example: 'dashboard',
    values: ['dashboard', 'mfa'],
    name: 'VerifyEmailNextStep',
  })
  next_step: string;
}

export function toVerifiedDto({ userId, challenge }: SignedIn): VerifiedDto {
  return { verified: true, user_id: userId, next_step: challenge ?? 'dashboard' };
}

export class LoginBody {
  @Email({ description: 'In whatever case.', example: 'ada@example.com' })
  email: string;

  @Secret({ description: 'The password.', example: 'correct horse battery staple', max: PASSWORD_LENGTH_MAX })
  password: string;

  @Flag({
    description:
      'Remember this device: the session lasts 30 days from its last use, not 24 hours, and wrong passwords sent elsewhere do not lock the device out.',
    example: false,
    optional: true,
  })
  trust_device?: boolean;
}

export class SignedInDto {
  @Id({ description: 'Who signed in.', prefix: 'usr' })
  user_id: string;

  @Id({ description: 'The account that requests without X-Account-Id mean.', prefix: 'acc' })
  account_id: string;

  @UnixTime({ description: 'When the session ends.' })
  expires_at: number;

  @OneOf({
    description: '`mfa`: the session is partial until POST /v1/auth/mfa/challenge.',
    example: null,
    nullable: true,
    values: ['mfa'],
    name: 'Challenge',
  })
  challenge: string | null;

  @OneOf({
    description: 'Which second factor is asked for.',
    example: null,
    nullable: true,
    values: MFA_METHODS,
    name: 'MfaMethod',
  })
  mfa_method: string | null;
}

export function toSignedInDto({ userId, accountId, expiresAt, challenge, mfaMethod }: SignedIn): SignedInDto {
  return {
    user_id: userId,
    account_id: accountId,
    expires_at: unixSeconds(expiresAt),
    challenge,
    mfa_method: mfaMethod,
  };
}
