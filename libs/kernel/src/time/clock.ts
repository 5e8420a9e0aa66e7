export abstract class Clock {
  /** Returns the current time. In a sandbox the test clock may have moved it forward. */
  abstract now(): Date;
}

export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}

/** The time of examples, in Unix seconds: 1 January 2026, 00:00 UTC. */
export const EXAMPLE_TIME = 1_767_225_600;

/** Converts to Unix seconds, the only form of time in the API. */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Converts an optional time to Unix seconds. */
export function unixSecondsOrNull(at: Date | null): number | null {
  return at && unixSeconds(at);
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
