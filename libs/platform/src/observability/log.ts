import { type DestinationStream, pino, type Logger as Pino } from 'pino';
import type { LogLevel } from './log-levels';
import { loggedError } from './logged-error';

/** Writes JSON lines to standard output. Log ids only, never secrets, personal data or bodies. */
export abstract class Log {
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
}

export class PinoLog implements Log {
  private readonly pino: Pino;

  constructor(level: LogLevel, service: string, destination?: DestinationStream) {
    const base = { service, pid: process.pid };
    const serializers = { err: (error: unknown) => loggedError(error) };
    this.pino = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
  }

  info(fields: object, message: string): void {
    this.pino.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.pino.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.pino.error(fields, message);
  }
}
