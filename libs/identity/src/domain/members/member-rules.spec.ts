import { type Role, ROLES } from '@trunkline/kernel';
import { assertKeepsOwner, assertMayChange } from './member-rules';

type Target = Role | 'removed';
const TARGETS: readonly Target[] = [...ROLES, 'removed'];

/** Which changes of a member each role may make. See docs/identity.md#members. */
const MAY: Readonly<Record<Role, (from: Role, to: Target) => boolean>> = {
  owner: () => true,
  admin: (from, to) => from !== 'owner' && to !== 'owner',
  billing: () => false,
  member: () => false,
  read_only: () => false,
};

const cases = ROLES.flatMap((actor) => ROLES.flatMap((from) => TARGETS.map((to) => [actor, from, to] as const)));

const codeOf = (work: () => void): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const roleOrNull = (to: Target) => (to === 'removed' ? null : to);

describe('changing a member', () => {
  it.each(cases)('lets %s change %s to %s', (actor, from, to) => {
    const change = {
      actor: { userId: 'usr_1', role: actor },
      member: { userId: 'usr_2', role: from },
      to: roleOrNull(to),
    };
    expect(codeOf(() => assertMayChange(change))).toBe(MAY[actor](from, to) ? 'ok' : 'forbidden');
  });

  it.each(ROLES)('lets %s leave, and not raise its own role', (role) => {
    const self = { userId: 'usr_1', role };
    expect(codeOf(() => assertMayChange({ actor: self, member: self, to: null }))).toBe('ok');
    const raised = codeOf(() => assertMayChange({ actor: self, member: self, to: 'owner' }));
    expect(raised).toBe(role === 'owner' ? 'ok' : 'forbidden');
  });

  it.each(TARGETS)('keeps an owner: the last one becomes %s', (to) => {
    const member = { userId: 'usr_1', role: 'owner' } as const;
    const refusal = to === 'owner' ? 'ok' : 'last_owner';
    expect(codeOf(() => assertKeepsOwner({ member, to: roleOrNull(to) }, 1))).toBe(refusal);
    expect(codeOf(() => assertKeepsOwner({ member, to: roleOrNull(to) }, 2))).toBe('ok');
    expect(codeOf(() => assertKeepsOwner({ member: { ...member, role: 'admin' }, to: roleOrNull(to) }, 1))).toBe('ok');
  });
});
