import { type Role, ROLES } from '@trunkline/kernel';
import { Flag, Id, Nested, OneOf, UnixTime } from '../../http';
import { UserDto } from '../accounts/accounts.dto';
import { SessionPassword } from '../sessions/session-password';

export class ChangeMemberBody {
  @OneOf({
    description: 'New role. Only an owner can change an owner or assign the role `owner`.',
    values: ROLES,
    name: 'Role',
  })
  role: Role;

  @SessionPassword()
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
