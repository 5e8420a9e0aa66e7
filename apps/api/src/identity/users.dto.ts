import { PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { E164, Email, Secret, Text, UnixTime } from '../http';
import { UserDto } from './accounts/accounts.dto';
import { MfaCode, SIX_DIGITS } from './mfa.dto';

export class MyUserDto extends UserDto {
  @E164({
    description: 'Phone number in E.164 format. Visible only to the user.',
    example: '+442071838750',
    nullable: true,
  })
  phoneE164: string | null;
}

export class ChangeUserBody {
  @Text({ description: 'Full name of the user.', example: 'Ada Lovelace', optional: true, min: 2, max: 100 })
  name?: string;

  @E164({
    description: 'Phone number in E.164 format. Null removes it. A new number is unverified.',
    example: '+442071838750',
    optional: true,
    nullable: true,
  })
  phoneE164?: string | null;
}

export class VerifyPhoneBody {
  @E164({ description: 'Number of a mobile phone in E.164 format.', example: '+447400123456' })
  phoneE164: string;
}

export class SentPhoneCodeDto {
  @E164({ description: 'Number that the code was sent to.', example: '+447400123456' })
  phoneE164: string;

  @UnixTime({ description: 'Expiry of the code. A newer code voids it.' })
  expiresAt: Date;
}

export class PhoneCodeBody {
  @MfaCode({
    description: 'Six digits from the text message. Blanks and dashes are ignored.',
    example: '492039',
    pattern: SIX_DIGITS,
  })
  code: string;
}

export class EmailChangeBody {
  @Email({ description: 'New email address.', example: 'ada@lovelace.example' })
  newEmail: string;

  @Secret({
    description: 'Password. Required, unless the user has none and signed in within 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class PendingEmailDto {
  @Email({ description: 'Email address to verify, in lower case.', example: 'ada@lovelace.example' })
  pendingEmail: string;
}
