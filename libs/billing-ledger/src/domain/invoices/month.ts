/** A calendar month in UTC. */
export interface Month {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

export function monthOf(at: Date): Month {
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}
