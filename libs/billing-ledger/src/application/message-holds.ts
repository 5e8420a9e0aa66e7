import { type Clock, type Direction, newId, type Transactor } from '@trunkline/kernel';
import { type CallHoldRepository, messageReferenceOf } from './calls/ports';
import type { ChargeOrder, Ledger } from './ledger';

export interface MessageHoldOrder {
  readonly accountId: string;
  /** Each with a price above 0. */
  readonly messages: readonly { readonly id: string; readonly priceCents: number }[];
  /** The most that outbound calls and messages may cost on a UTC day, including holds; null for no limit. */
  readonly dailyCapCents: number | null;
}

export interface SettledMessage {
  readonly accountId: string;
  readonly id: string;
  /** Null releases what the message holds. Only outbound messages count against the daily cap. */
  readonly charge: { readonly priceCents: number; readonly description: string; readonly direction: Direction } | null;
}

/** What messages may cost now. */
export interface MessageCover {
  /** Number.MAX_SAFE_INTEGER when unlimited; may be negative. */
  readonly availableCents: number;
  /** Charged for outbound calls and messages on this UTC day, and held for them. */
  readonly usedTodayCents: number;
}

/**
 * Holds money for messages until a carrier takes them. See docs/messages.md#money. Every method joins the caller's
 * transaction and locks the wallets until that ends; the rows of the messages must be locked before.
 */
export class MessageHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly holds: CallHoldRepository,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** Does not wait for the result: the transaction fails with ConditionNotMet when funds or cap do not cover all messages. */
  holdOrFail({ accountId, messages, dailyCapCents: outboundCapCents }: MessageHoldOrder): Promise<void> {
    const holds = messages.map(({ id: messageId, priceCents: amountCents }) => {
      return { messageId, amountCents, holdId: newId('hold'), postingId: newId('post') };
    });
    return this.holds.holdMessagesOrFail({ accountId, outboundCapCents, holds, at: this.clock.now() });
  }

  /** Reads without a lock. Throws not_found for an account without a wallet. */
  async cover(accountId: string): Promise<MessageCover> {
    const { availableCents, outboundUsedCents } = await this.holds.funding(accountId, this.clock.now());
    return { availableCents, usedTodayCents: outboundUsedCents };
  }

  /**
   * Releases what the messages hold and charges those that a carrier took or brought, in a constant number of round trips. Safe
   * to repeat: a message is charged once.
   */
  async settle(messages: readonly SettledMessage[]): Promise<void> {
    const at = this.clock.now();
    const releases = messages.map(({ accountId, id }) => {
      return { accountId, reference: messageReferenceOf(id), keepCents: 0, postingId: newId('post'), at };
    });
    const charges = messages.flatMap((message) => chargeOf(message) ?? []);
    await this.tx.run(() => this.ledger.chargeAll(charges, (movements) => this.holds.settle(movements, releases)));
  }
}

/**
 * A charge for a sent message is what was held, so the balance covers it; a received message was paid for by nothing. Both are
 * posted in any case, because the carrier has done its work.
 */
function chargeOf({ accountId, id, charge }: SettledMessage): ChargeOrder | null {
  if (charge === null || charge.priceCents === 0) return null;
  return {
    accountId,
    amountCents: charge.priceCents,
    description: charge.description,
    relatedKind: 'sms',
    relatedId: id,
    reference: messageReferenceOf(id),
    item: 'sms',
    usageOf: charge.direction,
    forwardCents: charge.direction === 'outbound' ? charge.priceCents : 0,
    overdraft: true,
  };
}
