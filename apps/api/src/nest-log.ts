import type { LoggerService } from '@nestjs/common';
import type { Log } from '@trunkline/platform';

/** Writes Nest's log messages as JSON lines. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  /** Drops Nest's startup messages, one line per route. */
  log(): void {
    return;
  }

  warn(message: unknown, context?: string): void {
    this.target.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.target.error({ context, stack }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.target.error({ context }, String(message));
  }
}
