import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@trunkline/kernel';
import { RateWindow } from '../../domain/carriers/rate-window';
import type { CarrierLink, DeliveryReport, LinkEnd, LinkState, OutboundMessage, SubmitOutcome } from './ports';
import type { RecentOutcomes } from './recent-outcomes';

const MS = 1000;
/** The part of a lease that is used, so that clocks of different speed do not make two workers holders. */
const USED_SHARE = 0.9;

/**
 * A link that submits only while the lease of its carrier is held, and as many parts per second as the carrier takes. A worker
 * that was paused, or that cannot reach the database, submits nothing more once another worker may have taken over: by then the
 * link is closed.
 */
export class LeasedLink implements CarrierLink {
  private validUntilMs = 0;
  private timer: NodeJS.Timeout | null = null;
  private closing: Promise<void> | null = null;
  private readonly rate: RateWindow;
  /** When the next part is to be sent, if all are spread evenly. */
  private freeAtMs = 0;

  /** Submits nothing before `quietUntilMs`, by `performance.now()`, because the link before this one may have sent. */
  constructor(
    private readonly link: CarrierLink,
    private readonly perSecond: number,
    readonly outcomes: RecentOutcomes,
    private readonly clock: Clock,
    quietUntilMs?: number,
  ) {
    this.rate = new RateWindow(perSecond, quietUntilMs);
  }

  /** `sentAtMs` is when the renewal was sent, by `performance.now()`: the lease began after it. */
  renew(sentAtMs: number, seconds: number): void {
    this.validUntilMs = sentAtMs + seconds * MS * USED_SHARE;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.close('lost'), this.validUntilMs - performance.now()).unref();
  }

  get isHeld(): boolean {
    return this.closing === null && performance.now() < this.validUntilMs;
  }

  async submit(message: OutboundMessage): Promise<SubmitOutcome> {
    await this.turn(message.parts.length);
    // After the wait: the lease may be over by now.
    if (!this.isHeld) return { kind: 'unreachable' };
    const outcome = await this.link.submit(message);
    this.outcomes.note(message.to, outcome, this.clock.now());
    return outcome;
  }

  query(carrierMessageId: string, from: string): Promise<DeliveryReport | null> {
    return this.isHeld ? this.link.query(carrierMessageId, from) : Promise.resolve(null);
  }

  get state(): LinkState {
    const { state } = this.link;
    return this.isHeld ? state : { ...state, connected: false };
  }

  /** Until the link has ended, the lease counts: further parts are sent only while it is renewed. */
  close(end: LinkEnd = 'stop'): Promise<void> {
    const ended = this.link.close(end);
    this.closing ??= ended.finally(() => {
      if (this.timer) clearTimeout(this.timer);
    });
    return this.closing;
  }

  /** Waits until the parts may be sent. Timers are late at times, so that the parts of a second are counted as well. */
  private async turn(parts: number): Promise<void> {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, this.freeAtMs);
    this.freeAtMs = startMs + (parts * MS) / this.perSecond;
    if (startMs - nowMs >= 1) await sleep(startMs - nowMs);
    for (let waitMs; (waitMs = this.rate.untilFree(parts, performance.now())) > 0; ) await sleep(Math.ceil(waitMs));
    this.rate.count(parts, performance.now());
  }
}
