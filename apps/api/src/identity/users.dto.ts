import { PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { E164, Email, Secret, Text } from '../http';
import { UserDto } from './accounts/accounts.dto';

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
