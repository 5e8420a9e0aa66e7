import { changeText, UNNAMED } from './change-text';

const NAMES = {
  routeOf: ({ trunk_id }: { readonly trunk_id: string | null }) => (trunk_id === null ? null : 'Office'),
  bundleOf: () => 'Berlin',
};

describe('the text of a change of many numbers', () => {
  it.each([
    [{ routing: { trunk_id: 'trk_1' } }, 'Route to Office'],
    [{ routing: { trunk_id: null, routing_profile_id: null } }, 'Route nowhere'],
    [{ compliance_bundle_id: 'cb_1' }, 'Attach the bundle Berlin'],
    [{ compliance_bundle_id: null }, 'Detach the bundle'],
    [{ label: 'Support' }, 'Label “Support”'],
    [{ label: null }, 'Clear the label'],
    [{ add_tags: ['a'] }, 'Add the tag a'],
    [{ deletion_lock: true }, 'Protect against release'],
    [{ deletion_lock: false }, 'Remove the protection against release'],
    [{ release: { when: 'end_of_cycle' } }, 'Release at the end of the paid month'],
    [{ release: { when: 'immediate' } }, 'Release at once'],
    [null, 'Import of numbers'],
  ] as const)('names %j', (change, text) => {
    expect(changeText(change, NAMES)).toBe(text);
  });

  it.each([
    [{ routing: { trunk_id: null, routing_profile_id: 'rp_1' } }, 'Route to a profile'],
    [{ routing: { trunk_id: 'trk_1' } }, 'Route to a trunk'],
    [{ routing: { trunk_id: null, routing_profile_id: null } }, 'Route nowhere'],
    [{ compliance_bundle_id: 'cb_1' }, 'Attach the bundle …'],
  ])('shows no ID while the names of %j are loaded', (change, text) => {
    expect(changeText(change, UNNAMED)).toBe(text);
  });

  it('names all members of a change', () => {
    expect(changeText({ add_tags: ['a', 'b'], remove_tags: ['c'] }, NAMES)).toBe('Add the tags a, b, remove the tag c');
  });
});
