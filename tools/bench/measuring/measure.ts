/** One contender of a bench: works for a while and returns its rate per second. */
export interface Contender {
  readonly name: string;
  readonly perSecond: (seconds: number) => Promise<number>;
}

/** A row of docs/benchmarks.md. */
export interface Comparison {
  readonly name: string;
  /** Unit: rates, where more is better, or times and memory, where less is better. */
  readonly unit: '/s' | 'ms' | 'MB';
  /** For times and memory: the limit. */
  readonly floor: number;
  readonly ours: number;
  /**
   * For rates ours divided by the floor, as a median of rounds; 1 means no overhead. For times and memory the limit divided
   * by ours.
   */
  readonly ratio: number;
  /** Lowest accepted ratio; 0 if the row only informs. */
  readonly target: number;
  /** Ratio of each round that counts, of interleaved rounds. */
  readonly rounds?: readonly number[];
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  /** Rounds of each contender that do not count, in which its code is compiled and its caches fill. Default: none. */
  readonly warmUps?: number;
  /** Runs once, before the first round that counts. Default: nothing. */
  readonly afterWarmUps?: () => Promise<unknown>;
}

/**
 * Runs both in alternation, so that other load affects both. Every other round begins with the other side, because the first
 * of a round can differ from the second.
 */
export async function compare(
  name: string,
  contenders: { readonly floor: Contender; readonly ours: Contender },
  { rounds, seconds, target, warmUps = 0, afterWarmUps = nothing }: Rounds & { readonly target: number },
): Promise<Comparison> {
  const seen = { floor: [] as number[], ours: [] as number[] };
  for (let round = 1 - warmUps; round <= rounds; round++) {
    if (round === 1) await afterWarmUps();
    for (const side of sidesOf(round)) {
      const rate = await contenders[side].perSecond(seconds);
      if (round > 0) seen[side].push(rate);
      const title = round > 0 ? `${round}/${rounds}` : 'warm-up';
      process.stderr.write(`${name} ${title} ${contenders[side].name}: ${Math.round(rate)}/s\n`);
    }
  }
  return ofRounds(name, seen, target);
}

const nothing = (): Promise<void> => Promise.resolve();

const sidesOf = (round: number) => (round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const));

/** Compares the rates of interleaved rounds. The ratio is the median of the rounds' ratios. */
export function ofRounds(
  name: string,
  { floor, ours }: { readonly floor: readonly number[]; readonly ours: readonly number[] },
  target: number,
): Comparison {
  const rounds = ours.map((rate, round) => rate / (floor[round] ?? NaN));
  return { name, unit: '/s', floor: median(floor), ours: median(ours), ratio: median(rounds), target, rounds };
}

/** Returns whether a ratio is below its target, or could not be computed. */
export function hasMissed({ ratio, target }: Comparison): boolean {
  return !(ratio >= target);
}

/** Measures a time or memory against its limit: one value, or the median of rounds. */
export function underLimit(
  name: string,
  unit: 'ms' | 'MB',
  limit: number,
  measured: number | readonly number[],
): Comparison {
  const values = typeof measured === 'number' ? [measured] : measured;
  const ours = median(values);
  const row = { name, unit, floor: limit, ours, ratio: limit / ours, target: 1 };
  return values.length > 1 ? { ...row, rounds: values.map((value) => limit / value) } : row;
}

/** Returns the value that `part` of the values do not exceed, such as 0.99 for the p99. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No rounds were run.');
  return middle;
}
