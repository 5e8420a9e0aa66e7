import { type DestinationStream, pino } from 'pino';
import { loggedError } from './logged-error';

export interface FailedStart {
  readonly service: string;
  readonly error: unknown;
  /** What to do about it, in words. */
  readonly message: string;
  readonly isProduction: boolean;
}

/**
 * Reports why a process could not start: in production as a line of the log, else in words on standard error. The level of
 * the log does not count here, because its setting may be what is wrong.
 */
export function reportFailedStart(
  { service, error, message, isProduction }: FailedStart,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): void {
  if (!isProduction) {
    process.stderr.write(`${message}\n`);
    return;
  }
  const base = { service, pid: process.pid };
  const serializers = { err: (each: unknown) => loggedError(each) };
  pino({ base, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination).fatal({ err: error }, message);
}
