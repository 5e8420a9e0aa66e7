import { CommonErrors, type Role, roleMay } from '@trunkline/kernel';
import { IdentityErrors } from '../errors';
import type { Membership } from './membership';

/** A change that one member makes to another, or to himself; `to` null removes. */
export interface MemberChange {
  readonly actor: Pick<Membership, 'userId' | 'role'>;
  readonly member: Pick<Membership, 'userId' | 'role'>;
  readonly to: Role | null;
}

/** May invite, change and remove members. */
export function managesMembers(role: Role): boolean {
  return roleMay(role, 'members:write');
}

/**
 * Contract, section 0, Credentials: owners and admins manage members, and an admin neither changes nor makes an owner.
 * Whoever wants to may leave. Throws forbidden.
 */
export function assertMayChange({ actor, member, to }: MemberChange): void {
  const leaves = to === null && actor.userId === member.userId;
  if (leaves || actor.role === 'owner') return;
  const concernsOwner = member.role === 'owner' || to === 'owner';
  if (!managesMembers(actor.role) || concernsOwner) throw CommonErrors.forbidden();
}

/** `owners` is how many there are, the member included; exact only while the account is held. Throws last_owner. */
export function assertKeepsOwner({ member, to }: Pick<MemberChange, 'member' | 'to'>, owners: number): void {
  if (member.role === 'owner' && to !== 'owner' && owners <= 1) throw IdentityErrors.last_owner();
}
