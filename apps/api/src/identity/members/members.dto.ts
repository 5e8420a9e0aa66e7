import { PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { type Role, ROLES } from '@trunkline/kernel';
import { Flag, Id, Nested, OneOf, Secret, UnixTime } from '../../http';
import { UserDto } from '../accounts/accounts.dto';

export class ChangeMemberBody {
  @OneOf({
    description: 'New role. Only an owner can change an owner or assign the role `owner`.',
    values: ROLES,
    name: 'Role',
  })
  role: Role;

  @Secret({
    description: 'Password of the user. Required if the session signed in more than 15 minutes ago.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class MemberDto {
  @Nested(() => UserDto, { description: 'The user.' })
  user: UserDto;

  @OneOf({ description: 'Role in this account.', values: ROLES, name: 'Role' })
  role: string;

  @UnixTime({ description: 'Time when the user joined.' })
  joinedAt: Date;
}

export class RemovedMemberDto {
  @Id({ description: 'Removed user.', prefix: 'usr' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}
