export abstract class Clock {
  /** The present, which in a sandbox may have been moved forward by the test clock (contract, section 22). */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Unix seconds, the only form of time in the API (spec, What the service does, 8). */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

export function fromUnixSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * SECOND_MS);
}

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}
