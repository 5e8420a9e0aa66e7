import {
  type CompletedChallenge,
  CODE_METHODS,
  type CodeMethod,
  type EnabledMfa,
  type MailedCode,
  MFA_METHODS,
  PASSWORD_LENGTH_MAX,
  type TotpOffer,
} from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Flag, Id, OneOf, Secret, Text, Texts, UnixTime } from '../../http';

const SETUP_METHODS = ['totp'];
const SECRET_MAX = 64;
const SECRET_EXAMPLE = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const SIX_DIGITS = /^[0-9]{6}$/;
const ANY_CODE = /^([0-9]{6}|[0-9A-Za-z]{5}-[0-9A-Za-z]{5})$/;
const CODE_MAX = 11;
const RECOVERY_CODES_EXAMPLE = ['7k2md-q9x0v', 'hn4rt-w83ce'];

const aSetupMethod = {
  description: 'The kind of second factor.',
  example: 'totp',
  values: SETUP_METHODS,
  name: 'MfaSetupMethod',
};
const aPassword = {
  description: 'Required when the session signed in more than 15 minutes ago, and with every API key.',
  optional: true,
  max: PASSWORD_LENGTH_MAX,
};
export const anOwnCode = {
  description: 'Six digits of the authenticator app, or a recovery code `xxxxx-xxxxx`.',
  example: '492039',
  pattern: ANY_CODE,
  max: CODE_MAX,
  hint: 'six digits, or a recovery code xxxxx-xxxxx',
};
const recoveryCodes = {
  description: 'Ten codes of one use each, shown this once.',
  example: RECOVERY_CODES_EXAMPLE,
};

export class StartMfaSetupBody {
  @OneOf(aSetupMethod)
  method: string;
}

export class TotpOfferDto {
  @OneOf(aSetupMethod)
  method: string;

  @Secret({ description: 'In base32, for typing it into an app.', example: SECRET_EXAMPLE })
  secret: string;

  @Text({
    description: 'The same for a QR code.',
    example: `otpauth://totp/Trunkline:ada%40example.com?issuer=Trunkline&secret=${SECRET_EXAMPLE}&algorithm=SHA1&digits=6&period=30`,
    max: 1000,
  })
  otpauth_uri: string;

  @Text({ description: 'Whom apps show the code for.', example: 'ada@example.com', max: 254 })
  account_label: string;

  @Text({ description: 'Whom apps show the code of.', example: 'Trunkline' })
  issuer: string;
}

export class VerifyMfaSetupBody {
  @OneOf(aSetupMethod)
  method: string;

  @Secret({
    description: 'What setup-start answered in the last 10 minutes.',
    example: SECRET_EXAMPLE,
    max: SECRET_MAX,
  })
  secret: string;

  @Text({
    description: 'What the app shows.',
    example: '492039',
    pattern: SIX_DIGITS,
    max: CODE_MAX,
    hint: 'six digits',
  })
  code: string;

  @Secret(aPassword)
  password?: string;
}

export class EnabledMfaDto {
  @OneOf({ description: 'What sign-in asks for from now on.', example: 'totp', values: MFA_METHODS, name: 'MfaMethod' })
  mfa_method: string;

  @Texts(recoveryCodes)
  recovery_codes: string[];
}

export class MfaChallengeBody {
  @Text({
    ...anOwnCode,
    description: 'Six digits of the authenticator app or of the mail, or a recovery code `xxxxx-xxxxx`.',
  })
  code: string;

  @OneOf({
    description: "Where the code is from. Default: a recovery code if it looks like one, else the user's own method.",
    example: 'totp',
    optional: true,
    values: CODE_METHODS,
    name: 'MfaCodeMethod',
  })
  method?: CodeMethod;

  @Flag({
    description:
      'Remember this device: the session lasts 30 days from its last use, not 24 hours, and wrong passwords sent elsewhere do not lock the device out.',
    example: false,
    optional: true,
  })
  trust_device?: boolean;
}

export class ChallengedDto {
  @Id({ description: 'Who is signed in.', prefix: 'usr' })
  user_id: string;

  @Id({ description: 'The account that requests without X-Account-Id mean.', prefix: 'acc' })
  account_id: string;

  @UnixTime({ description: 'When the session ends.' })
  expires_at: number;

  @UnixTime({ description: 'Now: since when the session is full.' })
  mfa_completed_at: number;
}

export class MailedCodeDto {
  @Text({ description: 'Which mailbox to look into.', example: 'a***@example.com', max: 254 })
  sent_to_masked: string;

  @UnixTime({ description: 'Until when the code is good, unless another one is asked for.' })
  expires_at: number;
}

export class ReplaceRecoveryCodesBody {
  @Text(anOwnCode)
  code: string;

  @Secret(aPassword)
  password?: string;
}

export class RecoveryCodesDto {
  @Texts(recoveryCodes)
  codes: string[];
}

export class DisableMfaBody {
  @Secret({
    description:
      'Always required, unless the user has no password: then the session must have signed in within 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;

  @Text(anOwnCode)
  code: string;
}

export class DisabledMfaDto {
  @OneOf({
    description: 'Always null: sign-in asks for no second factor any more.',
    example: null,
    nullable: true,
    values: MFA_METHODS,
    name: 'MfaMethod',
  })
  mfa_method: null;
}

export function toTotpOfferDto({ method, secret, otpauthUri, accountLabel, issuer }: TotpOffer): TotpOfferDto {
  return { method, secret, otpauth_uri: otpauthUri, account_label: accountLabel, issuer };
}

export function toEnabledMfaDto({ method, recoveryCodes: codes }: EnabledMfa): EnabledMfaDto {
  return { mfa_method: method, recovery_codes: [...codes] };
}

export function toChallengedDto({ userId, accountId, expiresAt, mfaCompletedAt }: CompletedChallenge): ChallengedDto {
  return {
    user_id: userId,
    account_id: accountId,
    expires_at: unixSeconds(expiresAt),
    mfa_completed_at: unixSeconds(mfaCompletedAt),
  };
}

export function toMailedCodeDto({ sentToMasked, expiresAt }: MailedCode): MailedCodeDto {
  return { sent_to_masked: sentToMasked, expires_at: unixSeconds(expiresAt) };
}
