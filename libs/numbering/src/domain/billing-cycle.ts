/**
 * When month `months` after the anchor begins: the same day and time of day (UTC), or the last day of a month that is
 * too short for it. Counted from the anchor each time, so that 31 January, 28 February is followed by 31 March.
 */
export function monthsAfter(anchor: Date, months: number): Date {
  const at = new Date(anchor);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  at.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth(at)));
  return at;
}

function daysInMonth(at: Date): number {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
}
