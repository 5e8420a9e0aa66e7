import { applyDecorators } from '@nestjs/common';
import { lists, PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { type FieldOptions, Flag, OneOf, PickType, Secret, Text, Texts, UnixTime } from '../http';
import { field, textRule } from '../http/fields/fields';
import { rule, TextConversion } from '../http/fields/raw-texts';
import { SignInDto, trustDevice } from './sign-in/auth.dto';

const SETUP_METHODS = ['totp'];
const SECRET_MAX = 64;
const SECRET_EXAMPLE = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const SIX_DIGITS = /^[0-9]{6}$/;
const ANY_CODE = /^([0-9]{6}|[0-9A-Za-z]{5}-[0-9A-Za-z]{5})$/;
const CODE_HALVES = /^([0-9A-Za-z]{5})([0-9A-Za-z]{5})$/;
/** Of a code as typed. */
const CODE_MAX = 40;
const BLANKS_AND_DASHES = /[\s\u2010-\u2015\u2212-]/g;
const RECOVERY_CODES_EXAMPLE = ['7k2md-q9x0v', 'hn4rt-w83ce'];

const aSetupMethod = {
  description: 'Type of second factor.',
  example: 'totp',
  values: SETUP_METHODS,
  name: 'MfaSetupMethod',
};
const aPassword = {
  description: 'Required if the session signed in more than 15 minutes ago, and with an API key.',
  optional: true,
  guarded: true,
  max: PASSWORD_LENGTH_MAX,
};
const anOwnCode = {
  description:
    'Six digits from the authenticator app, or a recovery code `xxxxx-xxxxx`. Blanks and dashes are ignored.',
  example: '492039',
};
const recoveryCodes = {
  description: 'Ten single-use codes, shown only once.',
  example: RECOVERY_CODES_EXAMPLE,
};

/** A code as people type it: blanks and dashes are dropped, also those that an app shows. */
export function MfaCode({
  pattern = ANY_CODE,
  ...options
}: FieldOptions & { readonly pattern?: RegExp }): PropertyDecorator {
  const hint = pattern === SIX_DIGITS ? 'six digits' : 'six digits, or a recovery code xxxxx-xxxxx';
  return applyDecorators(
    TextConversion((text) => text.replace(BLANKS_AND_DASHES, '').replace(CODE_HALVES, '$1-$2'), CODE_MAX),
    field(
      options,
      { type: 'string', minLength: 6, maxLength: CODE_MAX },
      rule(textRule({ ...options, pattern, hint, max: CODE_MAX })),
    ),
  );
}

export class StartMfaSetupBody {
  @OneOf(aSetupMethod)
  method: string;
}

export class TotpOfferDto {
  @OneOf(aSetupMethod)
  method: string;

  @Secret({ description: 'Secret in base32, for manual entry in an app.', example: SECRET_EXAMPLE })
  secret: string;

  @Text({
    description: 'The secret as a URI, for a QR code.',
    example: `otpauth://totp/Trunkline:ada%40example.com?issuer=Trunkline&secret=${SECRET_EXAMPLE}&algorithm=SHA1&digits=6&period=30`,
    max: 1000,
  })
  otpauthUri: string;

  @Text({ description: 'User name that apps display.', example: 'ada@example.com', max: 254 })
  accountLabel: string;

  @Text({ description: 'Issuer that apps display.', example: 'Trunkline' })
  issuer: string;
}

export class VerifyMfaSetupBody {
  @OneOf(aSetupMethod)
  method: string;

  @Secret({
    description: 'Secret that setup-start returned in the last 10 minutes.',
    example: SECRET_EXAMPLE,
    max: SECRET_MAX,
  })
  secret: string;

  @MfaCode({
    description: 'Current code of the app: six digits. Blanks and dashes are ignored.',
    example: '492039',
    pattern: SIX_DIGITS,
  })
  code: string;

  @Secret(aPassword)
  password?: string;
}

export class EnabledMfaDto {
  @OneOf({ description: 'Second factor that sign-in requires.', values: lists.MFA_METHODS, name: 'MfaMethod' })
  mfaMethod: string;

  @Texts(recoveryCodes)
  recoveryCodes: readonly string[];
}

export class MfaChallengeBody {
  @MfaCode({
    ...anOwnCode,
    description:
      'Six digits from the authenticator app or email, or a recovery code `xxxxx-xxxxx`. Blanks and dashes are ignored.',
  })
  code: string;

  @OneOf({
    description:
      'Source of the code. Defaults to a recovery code if it has that format, otherwise to the method of the user.',
    optional: true,
    values: lists.CODE_METHODS,
    name: 'MfaCodeMethod',
  })
  method?: lists.CodeMethod;

  @Flag(trustDevice)
  trustDevice?: boolean;
}

export class CompletedSessionDto extends PickType(SignInDto, ['userId', 'accountId', 'expiresAt']) {
  @UnixTime({ description: 'Time when the session became full.' })
  mfaCompletedAt: Date;
}

export class MailedCodeDto {
  @Text({ description: 'Masked email address of the recipient.', example: 'a***@example.com', max: 254 })
  sentToMasked: string;

  @UnixTime({ description: 'Expiry of the code. A newer code voids it.' })
  expiresAt: Date;
}

export class ReplaceRecoveryCodesBody {
  @MfaCode(anOwnCode)
  code: string;

  @Secret(aPassword)
  password?: string;
}

export class RecoveryCodesDto {
  @Texts(recoveryCodes)
  codes: readonly string[];
}

export class DisableMfaBody {
  @Secret({
    description:
      'Always required, unless the user has no password. Then the session must have signed in within 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;

  @MfaCode(anOwnCode)
  code: string;
}

export class DisabledMfaDto {
  @OneOf({
    description: 'Always null: sign-in no longer requires a second factor.',
    nullable: true,
    values: lists.MFA_METHODS,
    name: 'MfaMethod',
  })
  mfaMethod: null;
}
