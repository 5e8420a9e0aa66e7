/** IANA names begin with a letter. The runtime also accepts offsets such as +01:00. */
const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;
const MS_PER_MINUTE = 60_000;
/** Since 1972 the clocks of all zones change at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * MS_PER_MINUTE;
const DAY_MS = 86_400_000;
const MINUTES_PER_HOUR = 60;
/** More spellings than there are zones. */
const ZONES_MAX = 1_000;
/** A year of quarters of hours. */
const QUARTERS_MAX = 35_000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2}))?/;

/** True for the name of a time zone in the IANA database, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl throws a RangeError for an unknown zone, and nothing else.
    return false;
  }
}

/** A span of time in which the clocks of a zone do not change. */
export interface ClockSpan {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Minutes that the clocks are ahead of UTC; negative if they are behind it. */
  readonly offsetMinutes: number;
}

const zones = new Map<string, TimeZone>();

/** The clocks of a time zone of the IANA database, as this runtime knows them. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();

  private constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** Throws a RangeError for an unknown zone: check the name with `isTimeZone`. */
  static of(name: string): TimeZone {
    let zone = zones.get(name);
    if (zone) return zone;
    zone = new TimeZone(name);
    if (zones.size >= ZONES_MAX) zones.clear();
    zones.set(name, zone);
    return zone;
  }

  /** Returns the minutes that the clocks are ahead of UTC. */
  offsetAt(at: Date): number {
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    let offset = this.offsets.get(quarter);
    if (offset !== undefined) return offset;
    offset = this.readOffset(quarter * QUARTER_MS);
    if (this.offsets.size >= QUARTERS_MAX) this.offsets.clear();
    this.offsets.set(quarter, offset);
    return offset;
  }

  /** Returns the spans of a period, in order, without gaps. A pair of changes within the same day is not found. */
  spansOf(from: Date, to: Date): ClockSpan[] {
    const spans: ClockSpan[] = [];
    let start = from.getTime();
    for (let at = start; at < to.getTime(); ) {
      const next = Math.min(at + DAY_MS, to.getTime());
      const offsetMinutes = this.offsetAt(new Date(at));
      const isChanged = next < to.getTime() && this.offsetAt(new Date(next)) !== offsetMinutes;
      const end = isChanged ? this.changeBetween(at, next) : next;
      if (isChanged || end === to.getTime()) {
        spans.push({ from: new Date(start), to: new Date(end), offsetMinutes });
        start = end;
      }
      at = end;
    }
    return spans;
  }

  /** Returns a time in ISO 8601 with the offset of the zone, to the millisecond; UTC as `Z`. */
  isoOf(at: Date): string {
    if (this.name === 'UTC') return at.toISOString();
    const offset = this.offsetAt(at);
    return `${new Date(at.getTime() + offset * MS_PER_MINUTE).toISOString().slice(0, -1)}${offsetText(offset)}`;
  }

  /** The first quarter of an hour after `before` with the offset of `after`. */
  private changeBetween(before: number, after: number): number {
    const offset = this.offsetAt(new Date(before));
    let [low, high] = [Math.floor(before / QUARTER_MS), Math.ceil(after / QUARTER_MS)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.offsetAt(new Date(middle * QUARTER_MS)) === offset) low = middle;
      else high = middle;
    }
    return high * QUARTER_MS;
  }

  private readOffset(ms: number): number {
    const parts = this.format.formatToParts(ms);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = OFFSET.exec(name) ?? [];
    const size = Number(hours ?? 0) * MINUTES_PER_HOUR + Number(minutes ?? 0);
    return sign === '-' ? -size : size;
  }
}

/** Returns an offset as ISO 8601 writes it: `+05:30` for 330 minutes. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / MINUTES_PER_HOUR))}:${two(size % MINUTES_PER_HOUR)}`;
}
