import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './sandbox-faults';
import { type Letter, Mailer } from '../mail/mailer';

const SLOW_MS = 3000;

/** What an operator wants to go wrong with the next letter; see SandboxFaults. */
export interface LetterFaults {
  take(target: 'mail', point: 'request'): Promise<FaultKind | null>;
}

/** Sends as another mailer does, except where an operator has asked for a failure. Only where everything is a sandbox. */
export class FaultyMailer extends Mailer {
  constructor(
    private readonly inner: Mailer,
    private readonly faults: LetterFaults,
    private readonly slowMs: number = SLOW_MS,
  ) {
    super();
  }

  /** `slow` takes seconds; `timeout` sends and rejects; `error` only rejects; `duplicate` sends twice. */
  override async send(letter: Letter): Promise<void> {
    const fault = await this.faults.take('mail', 'request');
    if (fault === 'slow') await pause(this.slowMs);
    if (fault === 'error') throw new Error('The mailer was asked to fail.');
    if (fault === 'duplicate') await this.inner.send(letter);
    await this.inner.send(letter);
    if (fault === 'timeout') throw new Error('The mailer was asked not to answer.');
  }

  override check(): Promise<void> {
    return this.inner.check();
  }

  override close(): void {
    this.inner.close();
  }
}
