const DAY_MS = 86_400_000;

/** Returns whether the browser knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The name of the browser's time zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formatters by time zone. One takes longer to create than to use, and a chart asks for the time of thousands of hours. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at;
}

/** Unix seconds of a wall clock (YYYY-MM-DDTHH:MM) in a time zone. */
export function momentOf(text: string, timeZone: string): number {
  const wall = Date.parse(`${text}Z`);
  const first = wall - offsetAt(wall, timeZone);
  return (wall - offsetAt(first, timeZone)) / 1000;
}

/** The wall clock (YYYY-MM-DDTHH:MM) in a time zone at a time in Unix seconds. */
export const wallClock = (at: number, timeZone: string): string =>
  new Date(at * 1000 + offsetAt(at * 1000, timeZone)).toISOString().slice(0, 16);

/**
 * Unix seconds of the first moment of a day (YYYY-MM-DD) in a time zone, or of a day after it. Where the clocks skip
 * midnight, the day starts later than at 0:00.
 */
export function startOfDay(date: string, timeZone: string, daysLater = 0): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const wall = Date.UTC(year, month - 1, day + daysLater);
  const first = wall - offsetAt(wall, timeZone);
  // The offset at midnight can differ from that at the same wall clock in UTC.
  const second = wall - offsetAt(first, timeZone);
  const isOnDay = (at: number): boolean =>
    Math.floor((at + offsetAt(at, timeZone)) / DAY_MS) === Math.floor(wall / DAY_MS);
  const start = [first, second].filter(isOnDay).sort((one, other) => one - other)[0] ?? second;
  return start / 1000;
}
