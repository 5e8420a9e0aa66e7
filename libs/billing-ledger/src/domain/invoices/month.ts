const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a day in UTC: 28 November 2026. */
export function displayDay(at: Date): string {
  return days.format(at);
}

/** Formats days in UTC, both inclusive: 1 – 30 November 2026. */
export function displayDays(first: Date, last: Date): string {
  return days.formatRange(first, last).replaceAll('\u2009', ' ');
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
