import type { MessageCover, MessageFunds, MessageHoldOrder, SettledMessage } from '../application/messages/ports';

/** Funds without a limit, which record what is held, charged and released. */
export class FakeFunds implements MessageFunds {
  readonly held = new Map<string, number>();
  readonly charged: string[] = [];
  readonly released: string[] = [];

  holdOrFail({ messages }: MessageHoldOrder): Promise<void> {
    for (const { id, priceCents } of messages) this.held.set(id, priceCents);
    return Promise.resolve();
  }

  cover(): Promise<MessageCover> {
    return Promise.resolve({ availableCents: Number.MAX_SAFE_INTEGER, usedTodayCents: 0 });
  }

  settle(messages: readonly SettledMessage[]): Promise<void> {
    for (const { id, charge } of messages) (charge === null ? this.released : this.charged).push(id);
    return Promise.resolve();
  }
}
