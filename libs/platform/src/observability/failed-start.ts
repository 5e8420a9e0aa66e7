import { type DestinationStream, pino } from 'pino';
import { loggedError } from './logged-error';

export interface FailedStart {
  readonly service: string;
  readonly error: unknown;
  /** The remedy. */
  readonly message: string;
  readonly isProduction: boolean;
}

/**
 * Reports why a process could not start: in production as a log line, else as text on standard error. Ignores LOG_LEVEL,
 * which may be the invalid setting.
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
