/** At least 0, less than 1. */
export type Random = () => number;

/** The same seed gives the same draws (mulberry32), so that a simulation can be repeated. */
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
 * Draws without replacement, each draw in proportion to the weights left (RFC 2782, section Weight). What weighs
 * nothing keeps its order behind all that weighs something.
 */
export function weightedShuffle<T>(items: readonly T[], weightOf: (item: T) => number, random: Random): T[] {
  const rest = items.filter((item) => weightOf(item) > 0);
  const drawn: T[] = [];
  while (rest.length > 0) {
    let point = random() * rest.reduce((sum, item) => sum + weightOf(item), 0);
    const hit = rest.findIndex((item) => (point -= weightOf(item)) < 0);
    // Rounding can leave the point a hair beyond the last weight.
    drawn.push(...rest.splice(hit === -1 ? rest.length - 1 : hit, 1));
  }
  return [...drawn, ...items.filter((item) => weightOf(item) <= 0)];
}
