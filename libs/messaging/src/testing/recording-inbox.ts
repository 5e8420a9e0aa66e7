import { setTimeout as sleep } from 'node:timers/promises';
import type { CarrierInbox, DeliveryReport, InboundPart } from '../application/carriers/ports';

/** Keeps what carriers deliver. The commit of each delivery can be delayed and can fail. */
export class RecordingInbox implements CarrierInbox {
  readonly receipts: DeliveryReport[] = [];
  readonly parts: InboundPart[] = [];
  private failures = 0;
  private delays: readonly number[] = [];
  private held: Promise<void> = Promise.resolve();

  async receipt(_carrierId: string, report: DeliveryReport): Promise<void> {
    await this.commit();
    this.receipts.push(report);
  }

  async part(_carrierId: string, part: InboundPart): Promise<void> {
    await this.commit();
    this.parts.push(part);
  }

  /** Lets the next commits fail. */
  fail(times = 1): void {
    this.failures = times;
  }

  /** Delays each of the next commits by so many milliseconds. */
  delay(...delays: readonly number[]): void {
    this.delays = delays;
  }

  /** Delays commits until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return release;
  }

  private async commit(): Promise<void> {
    const [delayMs = 0, ...delays] = this.delays;
    this.delays = delays;
    if (delayMs > 0) await sleep(delayMs);
    await this.held;
    if (this.failures === 0) return;
    this.failures -= 1;
    throw new Error('The database is unavailable.');
  }
}
