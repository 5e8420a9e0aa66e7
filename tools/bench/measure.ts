/** One contender of a bench: does its work for a while and says how much it did per second. */
export interface Contender {
  readonly name: string;
  readonly perSecond: (seconds: number) => Promise<number>;
}

export interface Comparison {
  readonly name: string;
  /** Rates, of which more is better; or times and memory, of which less is. */
  readonly unit: '/s' | 'ms' | 'MB';
  /** Of times and memory: the limit. */
  readonly floor: number;
  readonly ours: number;
  /** Rates: ours through the floor, 1 means that nothing is lost. The others: the limit through ours. */
  readonly ratio: number;
  readonly target: number;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/** Interleaves the two, so that what else the machine does falls on both, and compares medians. */
export async function compare(
  name: string,
  contenders: { readonly floor: Contender; readonly ours: Contender },
  { rounds, seconds, target }: Rounds & { readonly target: number },
): Promise<Comparison> {
  const seen = { floor: [] as number[], ours: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    for (const side of ['floor', 'ours'] as const) {
      const rate = await contenders[side].perSecond(seconds);
      seen[side].push(rate);
      process.stderr.write(`${name} ${round}/${rounds} ${contenders[side].name}: ${Math.round(rate)}/s\n`);
    }
  }
  const [floor, ours] = [median(seen.floor), median(seen.ours)];
  return { name, unit: '/s', floor, ours, ratio: ours / floor, target };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No rounds were run.');
  return middle;
}
