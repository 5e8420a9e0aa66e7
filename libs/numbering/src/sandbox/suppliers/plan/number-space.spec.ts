import { nationalAt, numberSpace, scriptedFault, scriptedNational } from './number-space';

describe('numberSpace', () => {
  it.each([
    [[], 9],
    [['123456'], 9],
  ])('refuses the blocks %p for numbers of %p digits', (blocks, length) => {
    expect(() => numberSpace(blocks, length, 'seed')).toThrow('no room');
  });

  it('orders the same numbers differently for another seed', () => {
    const one = numberSpace(['2', '4'], 5, 'one');
    const other = numberSpace(['2', '4'], 5, 'other');

    expect(one.size).toBe(2 * 9994);
    expect([one.offset, one.multiplier]).not.toEqual([other.offset, other.multiplier]);
  });

  it.each(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])('visits every number once with the seed %p', (seed) => {
    const space = numberSpace(['51', '7'], 6, seed);
    const all = Array.from({ length: space.size }, (_, index) => nationalAt(space, index));

    expect(new Set(all).size).toBe(2 * 9994);
    expect(all.filter((number) => !/^(51|7\d)\d{4}$/.test(number))).toEqual([]);
    expect(all.filter((number) => scriptedFault(number) !== null)).toEqual([]);
  });

  it('stays exact where the arithmetic passes 2^53', () => {
    const space = numberSpace(['2', '3', '4', '5', '6', '7', '8', '9'], 9, 'any');
    const unshuffled = { ...space, multiplier: 1, offset: 0 };
    // The last index is one step before index 0, whose place is the offset.
    const lastRank = (space.offset - space.multiplier + space.size) % space.size;

    expect(space.multiplier * space.size).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(nationalAt(space, space.size - 1)).toBe(nationalAt(unshuffled, lastRank));
  });

  it('returns a distinct number for each index', () => {
    const space = numberSpace(['51', '52'], 7, 'seed');
    const numbers = Array.from({ length: space.stems }, (_, index) => scriptedNational(space, 'slow', index));

    expect(space.stems).toBe(20);
    expect(new Set(numbers).size).toBe(20);
    expect(numbers.every((number) => number.endsWith('9002'))).toBe(true);
    expect(() => scriptedNational(space, 'slow', 20)).toThrow(RangeError);
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
  ])('maps the ending %s to %s', (ending, fault) => {
    expect(scriptedFault(`+1212555${ending}`)).toBe(fault);
  });
});
