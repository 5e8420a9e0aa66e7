import { addSeconds, type Clock, DomainError } from '@trunkline/kernel';
import type { HeldCarrier, SubmitOutcome } from '../carriers/ports';
import { partsOf } from '../../domain/text/parts';
import type { SenderBars } from '../barred-messages';
import type { BodyCipher, BodyKeys } from '../messages/ports';
import type { PaceMessages } from './pace-messages';
import type {
  AnswerFact,
  BarredOutcome,
  Claimed,
  ClaimedMessage,
  DeliveryFact,
  DeliveryStore,
  Postponed,
} from './ports';

/** Stores facts together with those of other messages. Resolves once they are committed. */
export abstract class DeliveryFacts {
  abstract settle(fact: DeliveryFact): Promise<void>;
}

/** Reports what a pump could not do; it goes on. */
export abstract class PumpLog {
  abstract failed(error: unknown, carrierId: string): void;
}

/** What pumps have in common. */
export class PumpTools {
  constructor(
    readonly store: DeliveryStore,
    readonly facts: DeliveryFacts,
    readonly paces: PaceMessages,
    readonly bars: Pick<SenderBars, 'of'>,
    readonly keys: BodyKeys,
    readonly log: PumpLog,
    readonly clock: Clock,
  ) {}
}

/** After a claim that found nothing, or an error, the next round or a settled message wakes the pump. */
const RETRY_MS = 500;
const MS = 1000;

type Outcome = AnswerFact['outcome'];

/** The key of a closed account was erased: its messages cannot be read. */
const ERASED: BarredOutcome = { kind: 'barred', errorCode: 'account_not_active' };
/** The text cannot be opened with the key of its account. */
const UNREADABLE: SubmitOutcome = { kind: 'refused', code: '', errorCode: 'carrier_refused' };
/** The key could not be read at the moment. */
const LATER: SubmitOutcome = { kind: 'busy', retryAfterMs: 1_000 };

/**
 * Hands the due messages of one carrier over, at most as many at once as its window. What is claimed is submitted at once, so
 * that a crash leaves no more than a window of unknown outcomes. See docs/messages.md#delivery.
 */
export class CarrierPump {
  private inFlight = 0;
  private unsettled = 0;
  /** By the process's clock: a busy carrier asked for a pause, or what bars senders could not be read. */
  private pausedUntil = 0;
  private running: Promise<void> | null = null;
  private isWoken = false;
  private isStopped = false;
  private readonly waiting = new Set<Promise<void>>();
  /** Wakes the pump when the first of the postponed messages is due. */
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly held: HeldCarrier,
    private readonly tools: PumpTools,
  ) {}

  /** Claims and submits what is due. */
  wake(): void {
    this.isWoken = true;
    if (this.isStopped || this.running) return;
    this.running = this.run().finally(() => (this.running = null));
  }

  /** Claims no more, and waits until what was submitted is settled. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
    await Promise.all(this.waiting);
  }

  private async run(): Promise<void> {
    while (this.isWoken && !this.isStopped) {
      this.isWoken = false;
      const limit = this.free();
      if (limit === 0) return;
      const { messages, behind, mayBeMore } = await this.claim(limit);
      if (mayBeMore) this.isWoken = true;
      await this.submitAll(await this.paced(await this.allowed(messages)));
      if (behind.length > 0) await this.checkBehind(behind);
    }
  }

  /** Returns the messages whose senders may still send. Others fail. While that cannot be read, all wait, also those not yet claimed. */
  private async allowed(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]> {
    if (claimed.length === 0) return claimed;
    try {
      const bars = await this.tools.bars.of(claimed);
      return claimed.filter((message, index) => {
        const errorCode = bars[index] ?? null;
        if (errorCode !== null) this.begin(message, { kind: 'barred', errorCode });
        return errorCode === null;
      });
    } catch (error) {
      this.tools.log.failed(error, this.held.carrier.id);
      this.pauseFor(MS);
      const dueAt = addSeconds(this.tools.clock.now(), 1);
      await this.postpone(claimed.map(({ id }) => ({ id, dueAt })));
      return [];
    }
  }

  /** Returns the messages that may be sent now. Others wait until their number and their account may send again. */
  private async paced(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]> {
    const delays = await Promise.all(claimed.map((message) => this.delayMs(message)));
    const now = this.tools.clock.now();
    const later = claimed.flatMap(({ id }, index) => {
      const delayMs = delays[index] ?? 0;
      return delayMs > 0 ? [{ id, dueAt: addSeconds(now, delayMs / MS) }] : [];
    });
    if (later.length === 0) return claimed;
    await this.postpone(later);
    this.wakeAfter(Math.min(...delays.filter((delayMs) => delayMs > 0)));
    return claimed.filter((_, index) => delays[index] === 0);
  }

  private postpone(messages: readonly Postponed[]): Promise<void> {
    return this.repeat(() => this.tools.store.postpone(this.held.lease, messages));
  }

  /** Without the counts of what was sent, a message waits. */
  private async delayMs(message: ClaimedMessage): Promise<number> {
    const { carrier } = this.held;
    try {
      return await this.tools.paces.delayMs(message, carrier);
    } catch (error) {
      this.tools.log.failed(error, carrier.id);
      return MS;
    }
  }

  private wakeAfter(delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, delayMs).unref();
    this.timers.add(timer);
  }

  /**
   * Half a window at least, so that a busy carrier costs few claims; else zero, until more is answered. What is not settled yet
   * counts, so that a slow database slows the carrier down.
   */
  private free(): number {
    const { link, window } = this.held;
    if (!link.state.connected || performance.now() < this.pausedUntil || this.unsettled >= 4 * window) return 0;
    const free = window - this.inFlight;
    return free * 2 >= window ? free : 0;
  }

  private async claim(limit: number): Promise<Claimed> {
    const { store, clock, log } = this.tools;
    const { carrier, lease } = this.held;
    try {
      return await store.claim({ carrierId: carrier.id, lease, limit, now: clock.now() });
    } catch (error) {
      log.failed(error, carrier.id);
      return { messages: [], behind: [], mayBeMore: false };
    }
  }

  /** A failure costs minutes, after which the messages are due. */
  private async checkBehind(ids: readonly string[]): Promise<void> {
    try {
      await this.tools.store.checkBehind(ids);
    } catch (error) {
      this.tools.log.failed(error, this.held.carrier.id);
    }
  }

  private async submitAll(claimed: readonly ClaimedMessage[]): Promise<void> {
    const accounts = [...new Set(claimed.map(({ accountId }) => accountId))];
    const ciphers = new Map(await Promise.all(accounts.map(async (id) => [id, await this.cipherOf(id)] as const)));
    for (const message of claimed) this.begin(message, ciphers.get(message.accountId) ?? LATER);
  }

  private begin(message: ClaimedMessage, cipher: BodyCipher | Outcome): void {
    const delivering = this.deliver(message, cipher).finally(() => this.waiting.delete(delivering));
    this.waiting.add(delivering);
  }

  /** Sends nothing for so long, or until the end of a longer pause. */
  private pauseFor(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + ms);
  }

  private async deliver(message: ClaimedMessage, cipher: BodyCipher | Outcome): Promise<void> {
    const { id, sender: from, recipient: to } = message;
    const { carrier, lease } = this.held;
    this.inFlight++;
    this.unsettled++;
    const outcome = 'kind' in cipher ? cipher : await this.submit(message, cipher);
    this.inFlight--;
    if (outcome.kind === 'busy') this.pauseFor(outcome.retryAfterMs);
    this.wake();
    await this.settle({ kind: 'answer', carrierId: carrier.id, lease, messageId: id, from, to, outcome });
    this.unsettled--;
    // The next message of the conversation may be due.
    this.wake();
  }

  private async submit(message: ClaimedMessage, cipher: BodyCipher): Promise<SubmitOutcome> {
    const { id, sender: from, recipient: to, automatic } = message;
    const text = this.textOf(message, cipher);
    if (text === null) return UNREADABLE;
    const { encoding } = text;
    const parts = text.parts.map((part) => ({ text: part }));
    try {
      return await this.held.link.submit({ id, from, to, parts, encoding, automatic });
    } catch (error) {
      // A link settles and does not throw: what it has sent is not known.
      this.tools.log.failed(error, this.held.carrier.id);
      return { kind: 'unknown', carrierMessageIds: [] };
    }
  }

  private textOf({ id, bodySealed }: ClaimedMessage, cipher: BodyCipher): ReturnType<typeof partsOf> | null {
    try {
      return partsOf(bodySealed === null ? '' : cipher.open(id, bodySealed).toString('utf8'));
    } catch (error) {
      this.tools.log.failed(error, this.held.carrier.id);
      return null;
    }
  }

  /** What the carrier said exists here only. */
  private settle(fact: AnswerFact): Promise<void> {
    return this.repeat(() => this.tools.facts.settle(fact));
  }

  /** Tries until it is stored, or the worker stops. */
  private async repeat(store: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        this.tools.log.failed(error, this.held.carrier.id);
        if (this.isStopped) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  private async cipherOf(accountId: string): Promise<BodyCipher | Outcome> {
    try {
      return await this.tools.keys.cipherOf(accountId);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return ERASED;
      this.tools.log.failed(error, this.held.carrier.id);
      return LATER;
    }
  }
}
