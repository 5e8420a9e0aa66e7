export interface CallSums {
  readonly calls: number;
  readonly answered: number;
  readonly billableSeconds: number;
  readonly costCents: number;
}

/** The answer-seizure ratio: answered calls in percent of all, with one decimal; null without calls. */
export function asrPct({ answered, calls }: CallSums): number | null {
  return ratio(100 * answered, calls);
}

/** The average duration of the answered calls in seconds, with one decimal; null without any. */
export function acdSeconds({ billableSeconds, answered }: CallSums): number | null {
  return ratio(billableSeconds, answered);
}

/** Failed calls in percent of all, with one decimal; null without calls. */
export function failurePct({ failed, calls }: CallSums & { readonly failed: number }): number | null {
  return ratio(100 * failed, calls);
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10) / 10;
}
