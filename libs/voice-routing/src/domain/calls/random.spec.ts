import { seeded, weightedShuffle } from './random';

const weightOf = (item: { readonly weight: number }) => item.weight;

describe('weightedShuffle', () => {
  it('draws each item once', () => {
    const items = [1, 2, 3, 4, 5].map((weight) => ({ weight }));
    const drawn = weightedShuffle(items, weightOf, seeded(7));
    expect(drawn).toHaveLength(5);
    expect(new Set(drawn)).toEqual(new Set(items));
  });

  it('puts items of weight 0 last, in their order', () => {
    const items = [
      { weight: 0, id: 'a' },
      { weight: 1, id: 'b' },
      { weight: 0, id: 'c' },
    ];
    for (let seed = 0; seed < 50; seed++) {
      expect(weightedShuffle(items, weightOf, seeded(seed)).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    }
  });

  it('draws with equal chances when all weights are 0', () => {
    const random = seeded(2);
    const items = ['a', 'b', 'c'].map((id) => ({ weight: 0, id }));
    const firsts = new Map<string, number>();
    for (let round = 0; round < 9_000; round++) {
      const drawn = weightedShuffle(items, weightOf, random);
      expect(new Set(drawn)).toEqual(new Set(items));
      firsts.set(drawn[0]!.id, (firsts.get(drawn[0]!.id) ?? 0) + 1);
    }
    for (const { id } of items) expect(firsts.get(id)! / 9_000).toBeCloseTo(1 / 3, 1);
  });

  it('draws first in proportion to the weights', () => {
    const random = seeded(1);
    const items = [{ weight: 900 }, { weight: 90 }, { weight: 10 }];
    const firsts = items.map(() => 0);
    for (let round = 0; round < 10_000; round++) {
      const [first] = weightedShuffle(items, weightOf, random);
      firsts[items.indexOf(first!)]!++;
    }
    expect(firsts[0]! / 10_000).toBeCloseTo(0.9, 1);
    expect(firsts[1]! / 10_000).toBeCloseTo(0.09, 1);
    expect(firsts[2]).toBeGreaterThan(0);
  });

  it('draws the last item for the highest draw', () => {
    expect(weightedShuffle([{ weight: 1 }, { weight: 2 }], weightOf, () => 1 - Number.EPSILON)[0]).toEqual({
      weight: 2,
    });
  });
});

describe('seeded', () => {
  it('repeats for a seed, differs between seeds, and stays in [0, 1)', () => {
    const draws = (seed: number) => Array.from({ length: 100 }, seeded(seed));
    expect(draws(3)).toEqual(draws(3));
    expect(draws(3)).not.toEqual(draws(4));
    expect(draws(3).every((draw) => draw >= 0 && draw < 1)).toBe(true);
  });
});
