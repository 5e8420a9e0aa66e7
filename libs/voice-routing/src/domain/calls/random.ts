/** Returns a number from 0 to less than 1. */
export type Random = () => number;

/** Returns a generator that repeats for the same seed (mulberry32), for repeatable simulations. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws without replacement, in proportion to the remaining weights (RFC 2782, section Weight). Items of weight 0 come last,
 * in their original order; when all weights are 0, all are drawn with equal chances.
 */
export function weightedShuffle<T>(items: readonly T[], weight: (item: T) => number, random: Random): T[] {
  const weightOf = items.every((item) => weight(item) <= 0) ? () => 1 : weight;
  const rest = items.filter((item) => weightOf(item) > 0);
  const drawn: T[] = [];
  while (rest.length > 0) {
    let point = random() * rest.reduce((sum, item) => sum + weightOf(item), 0);
    const hit = rest.findIndex((item) => (point -= weightOf(item)) < 0);
    // Rounding can leave the point slightly beyond the last weight.
    drawn.push(...rest.splice(hit === -1 ? rest.length - 1 : hit, 1));
  }
  return [...drawn, ...items.filter((item) => weightOf(item) <= 0)];
}
