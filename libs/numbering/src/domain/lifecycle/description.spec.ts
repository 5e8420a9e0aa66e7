import { distinctTags, NOTES_MAX, searchTextOf, TAGS_MAX } from './description';

const NOTHING = { label: null, tags: [], notes: null };

describe('the search text of a number', () => {
  it('is null without label, tags and notes', () => {
    expect(searchTextOf(NOTHING)).toBeNull();
  });

  it.each([
    [{ label: 'Köln Süd' }, 'koln sud\tkoeln sued\n'],
    [{ tags: ['VIP', 'Back-Office'] }, '\nvip\tback office'],
    [{ notes: 'Two\nlines, and\ta tab' }, '\ntwo lines, and a tab'],
    [{ label: 'A', tags: ['b'], notes: 'C' }, 'a\nb\tc'],
  ])('of %j has the label in its first line, and each text folded', (described, text) => {
    expect(searchTextOf({ ...NOTHING, ...described })).toBe(text);
  });

  it('is found within a moment for the longest notes', () => {
    const began = performance.now();
    searchTextOf({ ...NOTHING, notes: '\u0301\u0316'.repeat(NOTES_MAX / 2) });
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('the tags of a number', () => {
  const tags = Array.from({ length: TAGS_MAX }, (_, n) => `tag ${String(n)}`);

  it('are distinct, in the order of the request', () => {
    expect(distinctTags(['b', 'a', 'b'])).toEqual(['b', 'a']);
    expect(distinctTags([...tags, ...tags])).toEqual(tags);
  });

  it('are at most 20', () => {
    expect(() => distinctTags([...tags, 'one more'])).toThrow('The number would have 21 tags');
  });
});
