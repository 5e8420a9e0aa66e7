import type { Message } from '../../domain/message';
import type { MessageFunds, SettledMessage } from './ports';

type Held = Pick<Message, 'id' | 'accountId' | 'priceCents'>;
type Charged = Held & Pick<Message, 'direction' | 'sender' | 'recipient'>;

/** Moves the money of messages. Each method joins the caller's transaction, and locks the wallets. See docs/messages.md#money. */
export class MessageCharges {
  constructor(private readonly funds: MessageFunds) {}

  /**
   * Charges messages that a carrier took or brought, and releases what the others hold. Each is charged once. The rows of the
   * messages must be locked before, or added in the same transaction.
   */
  async settle(money: { readonly charged: readonly Charged[]; readonly released: readonly Held[] }): Promise<void> {
    const settled = [...money.charged.filter(hasPrice).map(chargeOf), ...money.released.filter(hasPrice).map(releaseOf)];
    if (settled.length > 0) await this.funds.settle(settled);
  }
}

function hasPrice({ priceCents }: Held): boolean {
  return priceCents > 0;
}

/** Names the number of the account alone: the ledger keeps its entries for good, and the other party's number is personal. */
function chargeOf({ id, accountId, direction, sender, recipient, priceCents }: Charged): SettledMessage {
  const description = direction === 'inbound' ? `Inbound message to ${recipient}` : `Outbound message from ${sender}`;
  return { accountId, id, charge: { priceCents, description, direction } };
}

function releaseOf({ id, accountId }: Held): SettledMessage {
  return { accountId, id, charge: null };
}
