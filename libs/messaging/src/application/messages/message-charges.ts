import { canonicalNumber, type Clock, NO_COUNTRY } from '@trunkline/kernel';
import type { Message } from '../../domain/message';
import type { HourlySpending, SpendingHours } from '../spending';
import type { MessageFunds, SettledMessage } from './ports';

type Held = Pick<Message, 'id' | 'accountId' | 'priceCents'>;
type Charged = Held & Pick<Message, 'direction' | 'sender' | 'recipient'>;

const HOUR_MS = 3_600_000;

/** Moves the money of messages. Each method joins the caller's transaction, and locks the wallets. See docs/messages.md#money. */
export class MessageCharges {
  constructor(
    private readonly funds: MessageFunds,
    private readonly spending: SpendingHours,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges messages that a carrier took or brought, counts what they cost, and releases what the others hold. Each is charged
   * once. The rows of the messages must be locked before, or added in the same transaction.
   */
  async settle(money: { readonly charged: readonly Charged[]; readonly released: readonly Held[] }): Promise<void> {
    const charged = money.charged.filter(hasPrice);
    const settled = [...charged.map(chargeOf), ...money.released.filter(hasPrice).map(releaseOf)];
    if (charged.length > 0) await this.spending.add(spendingOf(charged, this.clock.now()));
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

/** Sums the prices by account and country. */
function spendingOf(charged: readonly Charged[], firstAt: Date): HourlySpending[] {
  const hour = new Date(Math.floor(firstAt.getTime() / HOUR_MS) * HOUR_MS);
  const sums = new Map<string, HourlySpending>();
  for (const message of charged) {
    const { accountId, priceCents } = message;
    const country = countryOf(message);
    const key = `${accountId} ${country}`;
    const costCents = (sums.get(key)?.costCents ?? 0) + priceCents;
    sums.set(key, { accountId, hour, country, costCents, firstAt });
  }
  return [...sums.values()];
}

function countryOf({ direction, recipient }: Charged): string {
  return (direction === 'outbound' && canonicalNumber(recipient)?.country) || NO_COUNTRY;
}
