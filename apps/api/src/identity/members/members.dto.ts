import type { MemberView } from '@trunkline/identity';
import { PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { type Role, ROLES, unixSeconds } from '@trunkline/kernel';
import { Flag, Id, Nested, OneOf, Secret, UnixTime } from '../../http';
import { toUserDto, UserDto } from '../accounts/accounts.dto';

export class ChangeMemberBody {
  @OneOf({
    description: 'What the member may do from now on. Only an owner makes an owner, or changes one.',
    example: 'billing',
    values: ROLES,
    name: 'Role',
  })
  role: Role;

  @Secret({
    description: 'Needed when the sign-in is older than 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class MemberDto {
  @Nested(() => UserDto, { description: 'The person.' })
  user: UserDto;

  @OneOf({ description: 'What the member may do in this account.', example: 'owner', values: ROLES, name: 'Role' })
  role: string;

  @UnixTime({ description: 'Since when.' })
  joined_at: number;
}

export class RemovedMemberDto {
  @Id({ description: 'The user who is a member no more.', prefix: 'usr' })
  id: string;

  @Flag({ description: 'Always true.', example: true })
  deleted: boolean;
}

export function toMemberDto({ user, joinedAt }: MemberView): MemberDto {
  return { user: toUserDto(user), role: user.role, joined_at: unixSeconds(joinedAt) };
}
