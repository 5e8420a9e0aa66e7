import { Places } from './places';
import { API_RESERVES, WORK_KINDS, type WorkKind } from './work';

const SIZE = 10;

describe('places of a pool', () => {
  let places: Places;
  let begun: WorkKind[];

  beforeEach(() => {
    places = new Places(SIZE, API_RESERVES);
    begun = [];
  });

  const enter = (kind: WorkKind, times = 1): (() => void)[] =>
    Array.from({ length: times }, () => places.enter(kind, () => begun.push(kind)));
  const times = (kind: WorkKind): number => begun.filter((each) => each === kind).length;

  it.each(WORK_KINDS.filter((kind) => kind !== 'background'))('keep the reserves of others free of %s', (kind) => {
    enter(kind, 2 * SIZE);
    for (const [other, reserve] of Object.entries(API_RESERVES) as [WorkKind, number][]) {
      if (other === kind) continue;
      enter(other, reserve);
      expect(times(other)).toBe(reserve);
    }
    expect(begun).toHaveLength(SIZE);
  });

  it('are given in the order of arrival, except to a kind that must wait', () => {
    enter('ingest', SIZE);
    const used = times('ingest');
    enter('routing', 5);
    // What is left is reserved for others.
    expect(times('routing')).toBe(2);
    places.leave('ingest');
    expect(begun.slice(used + 2)).toEqual(['ingest']);
    places.leave('routing');
    expect(times('routing')).toBe(3);
  });

  it('are not given to work that gave up waiting', () => {
    const [, giveUp] = [enter('lists', 4), enter('lists')[0]];
    expect(places.waitingOf('lists')).toBe(1);
    giveUp?.();
    expect(places.waitingOf('lists')).toBe(0);
    places.leave('lists');
    expect([times('lists'), places.usedBy('lists')]).toEqual([4, 3]);
  });

  it('cannot all be reserved beyond the size of the pool', () => {
    expect(() => new Places(6, API_RESERVES)).toThrow('7 of 6 connections cannot be reserved.');
  });
});
