import { TimeZone } from '@trunkline/kernel';

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** As in the Date header of a mail (RFC 5322, section 3.3). */
const RFC_5322 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2})(?::(\d{2}))? (UTC|GMT|[+-]\d{4})$/;
const UNIX_SECONDS = /^(\d{9,10})(?:\.\d+)?$/;
const ZONE = /^([+-])(\d{2}):?(\d{2})?$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const NO_TIME = 'is not a time in ISO 8601 (2026-11-28 14:00:00Z), RFC 5322 or Unix seconds';
const NO_ZONE = 'has no time zone: pass --timezone';

/** Reads times of files. Fractions of seconds are dropped. */
export class TimeReader {
  private readonly local: LocalTimes | null;

  /** `zone` is the IANA zone of times without one; null if there is none. Throws RangeError for an unknown zone: check it before. */
  constructor(zone: string | null) {
    this.local = zone === null ? null : new LocalTimes(zone);
  }

  /** Returns what is wrong with a time that cannot be read. `isUtc`: a time without a zone is UTC. */
  read(text: string, isUtc: boolean): Date | string {
    const [, seconds] = UNIX_SECONDS.exec(text) ?? [];
    if (seconds !== undefined) return new Date(Number(seconds) * 1000);
    const written = writtenIn(text);
    const at = written && dateOf(written.local);
    if (!written || !at) return NO_TIME;
    return written.zone === undefined ? this.inZone(at, isUtc) : new Date(at.getTime() - offsetOf(written.zone));
  }

  private inZone(at: Date, isUtc: boolean): Date | string {
    if (isUtc) return at;
    return this.local ? this.local.read(at.getTime()) : NO_ZONE;
  }
}

interface Written {
  /** As 2026-11-28T14:00:00. */
  readonly local: string;
  readonly zone: string | undefined;
}

function writtenIn(text: string): Written | null {
  const [, date, time, second = '00', zone] = ISO_8601.exec(text) ?? [];
  return date === undefined ? writtenInMail(text) : { local: `${date}T${time}:${second}`, zone };
}

function writtenInMail(text: string): Written | null {
  const [, day = '', name = '', year, time, second = '00', zone] = RFC_5322.exec(text) ?? [];
  if (year === undefined) return null;
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0');
  return { local: `${year}-${month}-${day.padStart(2, '0')}T${time}:${second}`, zone };
}

/** Returns the time as if it were UTC, or null if it does not exist: the 30th of February, or 25:00. */
function dateOf(local: string): Date | null {
  const at = new Date(`${local}.000Z`);
  return Number.isFinite(at.getTime()) && at.toISOString().startsWith(local) ? at : null;
}

/** Milliseconds east of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes = 0] = ZONE.exec(zone) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** Times of a zone. One that its clocks skip, or show twice, is a fault: no time is guessed. */
class LocalTimes {
  private readonly zone: TimeZone;

  constructor(name: string) {
    this.zone = TimeZone.of(name);
  }

  /** `ms` is the time as if it were UTC. */
  read(ms: number): Date | string {
    const { name } = this.zone;
    const around = new Set([this.offsetAt(ms - DAY_MS), this.offsetAt(ms + DAY_MS)]);
    const [offset, other] = [...around].filter((each) => this.offsetAt(ms - each) === each);
    if (offset === undefined) return `does not exist in ${name}, whose clocks skip it`;
    if (other !== undefined) return `occurs twice in ${name}, whose clocks are set back: export it in UTC`;
    return new Date(ms - offset);
  }

  /** Milliseconds east of UTC. */
  private offsetAt(ms: number): number {
    return this.zone.offsetAt(new Date(ms)) * MINUTE_MS;
  }
}
