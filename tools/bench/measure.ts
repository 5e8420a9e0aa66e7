/** One contender of a bench: works for a while and returns its rate per second. */
export interface Contender {
  readonly name: string;
  readonly perSecond: (seconds: number) => Promise<number>;
}

export interface Comparison {
  readonly name: string;
  /** Unit: rates, where more is better, or times and memory, where less is better. */
  readonly unit: '/s' | 'ms' | 'MB';
  /** For times and memory: the limit. */
  readonly floor: number;
  readonly ours: number;
  /** For rates ours divided by the floor; 1 means no overhead. For times and memory the limit divided by ours. */
  readonly ratio: number;
  readonly target: number;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/** Runs both in alternation, so that other load affects both, and compares medians. */
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
  const floor = median(seen.floor);
  const ours = median(seen.ours);
  return { name, unit: '/s', floor, ours, ratio: ours / floor, target };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No rounds were run.');
  return middle;
}
