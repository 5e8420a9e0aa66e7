import { CommonErrors, type Role, roleMay } from '@trunkline/kernel';
import { IdentityErrors } from '../errors';
import type { Membership } from './membership';

/** A change of a member's role by a member; a null `to` removes the member. */
export interface MemberChange {
  readonly actor: Pick<Membership, 'userId' | 'role'>;
  readonly member: Pick<Membership, 'userId' | 'role'>;
  readonly to: Role | null;
}

/** True for roles that may invite, change and remove members. */
export function managesMembers(role: Role): boolean {
  return roleMay(role, 'members:write');
}

/**
 * Owners and admins manage members; admins neither change nor appoint owners. Every member may leave. Throws forbidden.
 */
export function assertMayChange({ actor, member, to }: MemberChange): void {
  const leaves = to === null && actor.userId === member.userId;
  if (leaves || actor.role === 'owner') return;
  const concernsOwner = member.role === 'owner' || to === 'owner';
  if (!managesMembers(actor.role) || concernsOwner) throw CommonErrors.forbidden();
}

/** `owners` is the number of owners, the member included. Exact only while the account is locked. Throws last_owner. */
export function assertKeepsOwner({ member, to }: Pick<MemberChange, 'member' | 'to'>, owners: number): void {
  if (member.role === 'owner' && to !== 'owner' && owners <= 1) throw IdentityErrors.last_owner();
}
