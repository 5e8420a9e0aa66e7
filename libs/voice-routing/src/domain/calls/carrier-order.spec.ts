import { type CarrierRank, orderCarriers } from './carrier-order';

type Given = Partial<CarrierRank> & { readonly id: string };

const carrier = (given: Given) => ({
  priority: 0,
  weight: 100,
  isDown: false,
  selection: 'least_cost' as const,
  expectedMicrocents: 1_000_000,
  ...given,
});

/** Draws the first of the remaining carriers. */
const first = () => 0;
/** Draws the last one. */
const last = () => 0.999;

describe('orderCarriers', () => {
  it.each<[string, Given[], string, () => number]>([
    [
      'the cheapest first',
      [
        { id: 'a', expectedMicrocents: 3 },
        { id: 'b', expectedMicrocents: 1 },
        { id: 'c', expectedMicrocents: 2 },
      ],
      'b c a',
      first,
    ],
    [
      'equal costs by weight',
      [
        { id: 'a', expectedMicrocents: 2 },
        { id: 'b', expectedMicrocents: 2 },
      ],
      'b a',
      last,
    ],
    [
      'unknown costs behind known ones',
      [
        { id: 'a', expectedMicrocents: null },
        { id: 'b', expectedMicrocents: 9 },
      ],
      'b a',
      first,
    ],
    [
      'unknown costs by weight',
      [
        { id: 'a', expectedMicrocents: null },
        { id: 'b', expectedMicrocents: null },
      ],
      'b a',
      last,
    ],
    [
      'a free carrier first',
      [
        { id: 'a', expectedMicrocents: 1 },
        { id: 'b', expectedMicrocents: 0 },
      ],
      'b a',
      first,
    ],
    [
      'never across priorities',
      [
        { id: 'a', priority: 1, expectedMicrocents: 1 },
        { id: 'b', expectedMicrocents: 9 },
      ],
      'b a',
      first,
    ],
    [
      'carriers that are down at the end',
      [
        { id: 'a', isDown: true, expectedMicrocents: 1 },
        { id: 'b', priority: 5, expectedMicrocents: 9 },
      ],
      'b a',
      first,
    ],
    [
      'the cheapest of those that are down first',
      [
        { id: 'a', isDown: true, expectedMicrocents: 2 },
        { id: 'b', isDown: true, expectedMicrocents: 1 },
      ],
      'b a',
      first,
    ],
    [
      'carriers by cost before those by weight, whatever these cost',
      [
        { id: 'a', selection: 'priority', expectedMicrocents: 1 },
        { id: 'b', expectedMicrocents: 9 },
        { id: 'c', expectedMicrocents: null },
      ],
      'b c a',
      first,
    ],
    [
      'carriers by weight regardless of their cost',
      [
        { id: 'a', selection: 'priority', expectedMicrocents: 9 },
        { id: 'b', selection: 'priority', expectedMicrocents: 1 },
      ],
      'a b',
      first,
    ],
  ])('puts %s', (_name, given, order, random) => {
    expect(
      orderCarriers(given.map(carrier), random)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(order);
  });
});
