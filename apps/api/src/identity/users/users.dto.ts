import { type MyUser, PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { E164, Email, Secret, Text } from '../../http';
import { toUserDto, UserDto } from '../accounts/accounts.dto';

export class MyUserDto extends UserDto {
  @E164({ description: 'Shown to the user alone.', example: '+442071838750', nullable: true })
  phone_e164: string | null;
}

export function toMyUserDto(user: MyUser): MyUserDto {
  return Object.assign(toUserDto(user), { phone_e164: user.phoneE164 });
}

export class ChangeUserBody {
  @Text({ description: 'The name of the person.', example: 'Ada Lovelace', optional: true, min: 2, max: 100 })
  name?: string;

  @E164({
    description: 'Null takes it away. Another number is not verified.',
    example: '+442071838750',
    optional: true,
    nullable: true,
  })
  phone_e164?: string | null;
}

export class EmailChangeBody {
  @Email({ description: 'Where the link goes.', example: 'ada@lovelace.example' })
  new_email: string;

  @Secret({
    description: 'The password; needed, unless the user has none and has signed in within 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class PendingEmailDto {
  @Email({ description: 'The address that is to be proved, in lower case.', example: 'ada@lovelace.example' })
  pending_email: string;
}
