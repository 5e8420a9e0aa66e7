import type { LoggerService } from '@nestjs/common';
import type { Log } from '@trunkline/platform';

/** Nest's own words, as JSON lines like ours. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  /** Nest's start-up chatter, one line per route, tells an operator nothing. */
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
