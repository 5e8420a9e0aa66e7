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
/** Times of records in the order of their creation are of few quarters. */
const SHOWN_QUARTERS_MAX = 1_000;
const MINUTES_PER_QUARTER = 15;
/** Characters of an ISO time from its minutes to its end. */
const FROM_MINUTES = 'MM:SS.mmmZ'.length;
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

/** How the times of a quarter of an hour are written. */
interface ShownQuarter {
  /** Up to the hour, with the colon. */
  readonly hour: string;
  readonly minute: number;
  readonly offset: string;
}

const zones = new Map<string, TimeZone>();

/** The clocks of a time zone of the IANA database, as this runtime knows them. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();
  private readonly quarters = new Map<number, ShownQuarter>();

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
    const ms = at.getTime();
    const quarter = Math.floor(ms / QUARTER_MS);
    let shown = this.quarters.get(quarter);
    if (!shown) {
      shown = this.quarterOf(quarter * QUARTER_MS);
      if (this.quarters.size >= SHOWN_QUARTERS_MAX) this.quarters.clear();
      this.quarters.set(quarter, shown);
    }
    const { hour, minute, offset } = shown;
    // Before 1972 an hour may begin within a quarter.
    if (minute % MINUTES_PER_QUARTER !== 0) return `${this.localOf(ms).slice(0, -1)}${offset}`;
    const inQuarter = ms - quarter * QUARTER_MS;
    const minutes = Math.floor(inQuarter / MS_PER_MINUTE);
    const inMinute = inQuarter - minutes * MS_PER_MINUTE;
    const seconds = Math.floor(inMinute / 1000);
    return `${hour}${digits(minute + minutes)}:${digits(seconds)}.${digits(inMinute - seconds * 1000, 3)}${offset}`;
  }

  private quarterOf(ms: number): ShownQuarter {
    const local = this.localOf(ms);
    return {
      hour: local.slice(0, -FROM_MINUTES),
      minute: Number(local.slice(-FROM_MINUTES, 2 - FROM_MINUTES)),
      offset: this.name === 'UTC' ? 'Z' : offsetText(this.offsetAt(new Date(ms))),
    };
  }

  /** The time that the clocks show, as if it were UTC. */
  private localOf(ms: number): string {
    return new Date(ms + this.offsetAt(new Date(ms)) * MS_PER_MINUTE).toISOString();
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
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / MINUTES_PER_HOUR))}:${digits(size % MINUTES_PER_HOUR)}`;
}

function digits(value: number, count = 2): string {
  return String(value).padStart(count, '0');
}
