const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a day in UTC: 28 November 2026. */
export function displayDay(at: Date): string {
  return days.format(at);
}

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
