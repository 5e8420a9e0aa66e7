import { lists, PASSWORD_LENGTH_MAX, SIGN_UP_PASSWORD_LENGTH_MIN } from '@trunkline/identity';
import { TIERS } from '@trunkline/kernel';
import { Country, Decimal, E164, Email, Flag, Id, OneOf, Secret, Text, TimeZoneName, UnixTime } from '../../http';

/** Longer than any mailed token. */
export const TOKEN_MAX = 200;
const CAPTCHA_MAX = 4096;

/** The token of a solved bot challenge. */
export const CaptchaToken = (): PropertyDecorator =>
  Text({
    description: 'Token of a solved bot challenge. Required if `GET /v1/auth/captcha` names one, otherwise ignored.',
    example: 'stub',
    optional: true,
    max: CAPTCHA_MAX,
  });

/** The same for silent endpoints, whose bodies are not validated. */
export const CAPTCHA_TOKEN = { name: 'captcha_token', max: CAPTCHA_MAX };

export class SignUpBody {
  @Email({ description: 'Email address to verify. Unique, case-insensitive.', example: 'ada@example.com' })
  email: string;

  @Secret({
    description: 'At least 8 characters; the most common passwords are rejected.',
    example: 'correct horse battery staple',
    min: SIGN_UP_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  password: string;

  @Text({ description: 'Full name of the user.', example: 'Ada Lovelace', min: 2, max: 100 })
  name: string;

  @Country({ description: 'Country of the customer.', example: 'GB' })
  country: string;

  @Text({
    description: 'Name of the account. Defaults to the name of the user.',
    example: 'Analytical Engines Ltd',
    optional: true,
    max: 100,
  })
  company?: string;

  @TimeZoneName({ description: 'IANA time zone of the account.' })
  timezone?: string;

  @E164({
    description: 'Phone number in E.164 format. Not verified by sign-up.',
    example: '+442071838750',
    optional: true,
  })
  phoneE164?: string;

  @OneOf({
    description: 'Intended use of the service.',
    optional: true,
    values: lists.INTENDED_USES,
    name: 'IntendedUse',
  })
  intendedUse?: lists.IntendedUse;

  @CaptchaToken()
  captchaToken?: string;

  @Flag({ description: 'Consents to marketing email.', default: false, optional: true })
  marketingOptIn?: boolean;
}

export class SignUpDto {
  @Id({ description: 'Created account.', prefix: 'acc' })
  accountId: string;

  @Id({ description: 'Owner of the account.', prefix: 'usr' })
  userId: string;

  @Email({ description: 'Normalized email address, in lower case.', example: 'ada@example.com' })
  email: string;

  @OneOf({
    description: '`manual_review`: ordering is disabled until an operator has reviewed the account.',
    values: TIERS,
    name: 'Tier',
  })
  tier: string;

  @OneOf({ description: 'Next step.', values: ['verify_email'], name: 'SignUpNextStep' })
  nextStep: string;

  @Flag({ description: 'Whether the verification email was sent.' })
  verificationEmailSent: boolean;

  @Decimal({
    description: 'Trial credit in US dollars; 0 where it depends on a verified phone number.',
    example: 5,
  })
  trialCreditUsd: number;
}

export class ResendBody {
  @Email({ description: 'Email address to verify.', example: 'ada@example.com' })
  email: string;
}

export class VerifyEmailBody {
  @Secret({
    description: '`token` parameter of the mailed link.',
    example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
    max: TOKEN_MAX,
  })
  token: string;
}

export class EmailVerificationDto {
  @Flag({ description: 'Always true.' })
  verified: boolean;

  @Id({ description: 'User whose address was verified.', prefix: 'usr' })
  userId: string;

  @OneOf({
    description: '`mfa`: the session is partial until POST /v1/auth/mfa/challenge.',
    values: ['dashboard', 'mfa'],
    name: 'VerifyEmailNextStep',
  })
  nextStep: string;
}

export const trustDevice = {
  description:
    'Remembers the device: the session lasts 30 days from its last use instead of 24 hours, and wrong passwords from other devices do not lock it out.',
  default: false,
  optional: true,
} as const;

export class LoginBody {
  @Email({ description: 'Email address, case-insensitive.', example: 'ada@example.com' })
  email: string;

  @Secret({ description: 'Password of the user.', example: 'correct horse battery staple', max: PASSWORD_LENGTH_MAX })
  password: string;

  @Flag(trustDevice)
  trustDevice?: boolean;
}

export class SignInDto {
  @Id({ description: 'Signed-in user.', prefix: 'usr' })
  userId: string;

  @Id({ description: 'Account of requests without `X-Account-Id`.', prefix: 'acc' })
  accountId: string;

  @UnixTime({ description: 'Expiry of the session.' })
  expiresAt: Date;

  @OneOf({
    description: '`mfa`: the session is partial until POST /v1/auth/mfa/challenge.',
    nullable: true,
    values: ['mfa'],
    name: 'Challenge',
  })
  challenge: string | null;

  @OneOf({
    description: 'Required second factor; null if none.',
    nullable: true,
    values: lists.MFA_METHODS,
    name: 'MfaMethod',
  })
  mfaMethod: string | null;
}
