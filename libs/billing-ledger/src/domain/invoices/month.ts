/** A calendar month in UTC. */
export interface Month {
  readonly start: Date;
  /** The beginning of the next: not part of it. */
  readonly end: Date;
}

export function monthOf(at: Date): Month {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}
