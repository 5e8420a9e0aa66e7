import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './sandbox-faults';
import { type MailMessage, type Mailer } from '../mail/mailer';

const SLOW_MS = 3000;

/** Takes the next scripted mail fault; see SandboxFaults. */
export interface LetterFaults {
  take(target: 'mail', point: 'request'): Promise<FaultKind | null>;
}

/** Injects the faults that an operator scripted into another mailer. Sandbox only. */
export class FaultyMailer implements Mailer {
  constructor(
    private readonly inner: Mailer,
    private readonly faults: LetterFaults,
    private readonly slowMs: number = SLOW_MS,
  ) {}

  /** Sends a mail: `slow` takes seconds, `timeout` sends and rejects, `error` only rejects, `duplicate` sends twice. */
  async send(message: MailMessage): Promise<void> {
    const fault = await this.faults.take('mail', 'request');
    if (fault === 'slow') await pause(this.slowMs);
    if (fault === 'error') throw new Error('Injected fault: error.');
    if (fault === 'duplicate') await this.inner.send(message);
    await this.inner.send(message);
    if (fault === 'timeout') throw new Error('Injected fault: timeout.');
  }

  check(): Promise<void> {
    return this.inner.check();
  }

  close(): void {
    this.inner.close();
  }
}
