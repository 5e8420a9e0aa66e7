import { numberSpace, scriptedFault, subscriberAt } from './number-space';

describe('numberSpace', () => {
  it.each(['12', '[2-9XXXX', 'XXXX1', 'a XXXX'])('refuses the template %p', (template) => {
    expect(() => numberSpace(template, 'seed')).toThrow('not a subscriber template');
  });

  it('orders the same numbers another way for another seed', () => {
    const one = numberSpace('[2-46]XXXX', 'one');
    const other = numberSpace('[2-46]XXXX', 'other');

    expect(one.size).toBe(4 * 9994);
    expect([one.offset, one.multiplier]).not.toEqual([other.offset, other.multiplier]);
  });

  it.each(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])('visits every number once with the seed %p', (seed) => {
    const space = numberSpace('[57]XXXX', seed);
    const all = Array.from({ length: space.size }, (_, index) => subscriberAt(space, index));

    expect(new Set(all).size).toBe(2 * 9994);
    expect(all.filter((subscriber) => !space.pattern.test(subscriber))).toEqual([]);
  });

  it('stays exact where the arithmetic passes 2^53', () => {
    const space = numberSpace('[2-9]XXXXXXXX', 'any');
    const unshuffled = { ...space, multiplier: 1, offset: 0 };
    // The last index is one step before index 0, whose place is the offset.
    const lastRank = (space.offset - space.multiplier + space.size) % space.size;

    expect(space.multiplier * space.size).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(subscriberAt(space, space.size - 1)).toBe(subscriberAt(unshuffled, lastRank));
  });
});

describe('scriptedFault', () => {
  it.each([
    ['9001', 'taken'],
    ['9002', 'slow'],
    ['9003', 'timeout_without_effect'],
    ['9004', 'timeout_with_effect'],
    ['9005', 'rejected_later'],
    ['9006', 'documents_asked'],
    ['9000', null],
    ['9007', null],
  ])('reads the ending %s as %s', (ending, fault) => {
    expect(scriptedFault(`+1212555${ending}`)).toBe(fault);
  });
});
