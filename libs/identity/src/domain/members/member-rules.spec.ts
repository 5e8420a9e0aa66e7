import { type Role, ROLES } from '@trunkline/kernel';
import { assertKeepsOwner, assertMayChange } from './member-rules';

type Target = Role | 'nobody';
const TARGETS: readonly Target[] = [...ROLES, 'nobody'];

/** Contract, section 0: what each role may make of each other one; `nobody` is to remove. */
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
const roleOrNull = (to: Target) => (to === 'nobody' ? null : to);

describe('changing a member', () => {
  it.each(cases)('%s makes of %s: %s', (actor, from, to) => {
    const change = {
      actor: { userId: 'usr_1', role: actor },
      member: { userId: 'usr_2', role: from },
      to: roleOrNull(to),
    };
    expect(codeOf(() => assertMayChange(change))).toBe(MAY[actor](from, to) ? 'ok' : 'forbidden');
  });

  it.each(ROLES)('%s may leave, and raises himself to nothing', (role) => {
    const himself = { userId: 'usr_1', role };
    expect(codeOf(() => assertMayChange({ actor: himself, member: himself, to: null }))).toBe('ok');
    const raised = codeOf(() => assertMayChange({ actor: himself, member: himself, to: 'owner' }));
    expect(raised).toBe(role === 'owner' ? 'ok' : 'forbidden');
  });

  it.each(TARGETS)('leaves an owner: the last one becomes %s', (to) => {
    const member = { userId: 'usr_1', role: 'owner' } as const;
    const refusal = to === 'owner' ? 'ok' : 'last_owner';
    expect(codeOf(() => assertKeepsOwner({ member, to: roleOrNull(to) }, 1))).toBe(refusal);
    expect(codeOf(() => assertKeepsOwner({ member, to: roleOrNull(to) }, 2))).toBe('ok');
    expect(codeOf(() => assertKeepsOwner({ member: { ...member, role: 'admin' }, to: roleOrNull(to) }, 1))).toBe('ok');
  });
});
