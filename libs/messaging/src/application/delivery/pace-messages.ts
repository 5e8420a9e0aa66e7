import type { Message } from '../../domain/message';
import { Paces } from '../../domain/paces';
import type { SendingRules } from '../messages/ports';

/** How old the rate of an account may be. */
const FRESH_MS = 10_000;
const ACCOUNTS_MAX = 10_000;
const MS = 1000;

/** Counts the messages of accounts over all processes. */
export abstract class AccountMessageRates {
  /** Returns false when the account has sent as many messages in this second as it may. */
  abstract take(accountId: string, perSecond: number): Promise<boolean>;
}

interface Rate {
  readonly perSecond: Promise<number | null>;
  readonly readAt: number;
}

/**
 * Decides which messages may be handed to a carrier now: so many a second from each number, by carrier, and so many of each
 * account, over all carriers and processes. Others wait. See docs/messages.md#rates.
 */
export class PaceMessages {
  private readonly paces = new Paces();
  private readonly rates = new Map<string, Rate>();

  constructor(
    private readonly rules: Pick<SendingRules, 'termsOf'>,
    private readonly accounts: AccountMessageRates,
  ) {}

  /** Returns how many milliseconds the message has to wait; 0: it is sent now, and counted. */
  async delayMs(
    { accountId, sender }: Pick<Message, 'accountId' | 'sender'>,
    { id, perNumberPerSecond }: { readonly id: string; readonly perNumberPerSecond: number },
  ): Promise<number> {
    const perSecond = await this.rateOf(accountId);
    const nowMs = performance.now();
    const number = `${id} ${sender}`;
    if (!this.paces.isFree(number, perNumberPerSecond, nowMs))
      return this.paces.delayMs(number, perNumberPerSecond, nowMs);
    const delayMs = perSecond === null ? 0 : await this.delayOfAccount(accountId, perSecond, nowMs);
    if (delayMs === 0) this.paces.count(number, nowMs);
    return delayMs;
  }

  /** Counts the message unless it has to wait. */
  private async delayOfAccount(accountId: string, perSecond: number, nowMs: number): Promise<number> {
    if (!this.paces.isFree(accountId, perSecond, nowMs)) return this.paces.delayMs(accountId, perSecond, nowMs);
    // Another process may have sent what the account may.
    if (!(await this.accounts.take(accountId, perSecond))) return MS / perSecond;
    this.paces.count(accountId, nowMs);
    return 0;
  }

  /** An account whose rate cannot be read is limited by its numbers alone. */
  private rateOf(accountId: string): Promise<number | null> {
    const known = this.rates.get(accountId);
    if (known && performance.now() - known.readAt < FRESH_MS) return known.perSecond;
    if (this.rates.size >= ACCOUNTS_MAX) this.rates.clear();
    const perSecond = this.rules.termsOf(accountId).then(
      ({ messagesPerSecond }) => messagesPerSecond,
      () => null,
    );
    this.rates.set(accountId, { perSecond, readAt: performance.now() });
    return perSecond;
  }
}
