import { headingBefore, indexesOf, offsetsOf, rangeAt, rowAt } from './windowing';

const EVEN = offsetsOf(1_000, 36, new Map());

describe('the rows in view of a long list', () => {
  it('begin where the rows before them end', () => {
    expect(offsetsOf(4, 36, new Map([[1, 100]]))).toEqual([0, 36, 136, 172, 208]);
    expect(offsetsOf(0, 36, new Map())).toEqual([0]);
  });

  it.each([
    [-50, 0],
    [0, 0],
    [35, 0],
    [36, 1],
    [36 * 999, 999],
    [1e9, 999],
  ])('have at the distance %d the row %d', (distance, row) => {
    expect(rowAt(EVEN, distance)).toBe(row);
  });

  it('touch the window, with some more at each end', () => {
    expect(rangeAt(EVEN, 3_600, 4_320, 10)).toEqual({ from: 90, to: 131 });
  });

  it('end with the list', () => {
    expect(rangeAt(EVEN, 0, 720, 10)).toEqual({ from: 0, to: 31 });
    expect(rangeAt(EVEN, 35_500, 36_220, 10)).toEqual({ from: 976, to: 1_000 });
    expect(rangeAt(offsetsOf(0, 36, new Map()), 0, 720, 10)).toEqual({ from: 0, to: 0 });
  });

  it('keep the row with the focus and the heading of the first one, above or below', () => {
    expect(indexesOf({ from: 10, to: 13 }, [-1], 1_000)).toEqual([10, 11, 12]);
    expect(indexesOf({ from: 10, to: 13 }, [11], 1_000)).toEqual([10, 11, 12]);
    expect(indexesOf({ from: 10, to: 13 }, [500, 2], 1_000)).toEqual([2, 10, 11, 12, 500]);
    expect(indexesOf({ from: 10, to: 13 }, [1_000], 1_000)).toEqual([10, 11, 12]);
  });

  it('have the last heading before them', () => {
    const isHeading = (index: number): boolean => index % 100 === 0;
    expect(headingBefore(250, isHeading)).toBe(200);
    expect(headingBefore(200, isHeading)).toBe(100);
    expect(headingBefore(0, isHeading)).toBe(-1);
  });
});
