import { fromUnixSeconds, type Mails, type Message, type PublishedEvent } from '@trunkline/kernel';
import { FAILED_ATTEMPTS_MAX } from '../domain/billing-cycle';
import type { PortOutRefusal } from '../domain/porting/reasons';
import type { Registration } from '../domain/registration/registration';
import {
  portOutMessage,
  pricesChangingMessage,
  refusedChargesMessage,
  registrationRejectedMessage,
  type RejectedNumber,
  releasedMessage,
  suspendedMessage,
  unpaidMessage,
} from './number-messages';

type EventOf<T extends PublishedEvent['type']> = Extract<PublishedEvent, { readonly type: T }>;

/** The members of accounts, from identity. */
export abstract class NumberContacts {
  /** Returns the owners and billing members. */
  abstract billingContacts(
    accountId: string,
  ): Promise<readonly { readonly userId: string; readonly email: string; readonly name: string }[]>;
}

/**
 * Mails events of numbers to the owners and billing members of their account. Joins the transaction that handles the
 * event. Idempotent: the key of a mail includes the event id. See docs/numbers.md#mails.
 */
export class NumberNotices {
  constructor(
    private readonly contacts: NumberContacts,
    private readonly mails: Mails,
  ) {}

  chargesRefused({ id, accountId, data }: EventOf<'numbering.charges.refused'>): Promise<void> {
    const { attempt } = data;
    const numbers = data.numbers.map(({ e164, amount_cents: amountCents, release_scheduled_at: at }) => ({
      e164,
      amountCents,
      releaseScheduledAt: at === null ? null : fromUnixSeconds(at),
    }));
    return this.send(accountId, `charges_refused:${id}`, (name) =>
      attempt < FAILED_ATTEMPTS_MAX ? refusedChargesMessage(name, attempt, numbers) : unpaidMessage(name, numbers),
    );
  }

  pricesChanging({ id, accountId, data }: EventOf<'numbering.prices.changing'>): Promise<void> {
    const { number_count: count, price_changes_at: at } = data;
    const numbers = data.numbers.map(
      ({ e164, monthly_price_cents: priceCents, next_monthly_price_cents: nextPriceCents }) => ({
        e164,
        priceCents,
        nextPriceCents,
      }),
    );
    const change = { count, numbers, at: at === null ? null : fromUnixSeconds(at) };
    return this.send(accountId, `prices_changing:${id}`, (name) => pricesChangingMessage(name, change));
  }

  /** Unpaid numbers, suspended accounts and revoked registrations have mails of their own. */
  async suspended({ id, accountId, data: { e164, reason } }: EventOf<'number.suspended'>): Promise<void> {
    if (reason !== 'compliance') return;
    await this.send(accountId, `number_suspended:${id}`, (name) => suspendedMessage(name, e164));
  }

  /** A closed account receives one mail for all of its numbers instead. */
  async released({ id, accountId, data: { e164, reason } }: EventOf<'number.released'>): Promise<void> {
    if (reason === 'account_closed') return;
    await this.send(accountId, `number_released:${id}`, (name) => releasedMessage(name, e164, reason));
  }

  /** A number that has left has the mail of its release. */
  async portOutChanged({ id, accountId, data }: EventOf<'port_out.status_changed'>): Promise<void> {
    const { e164, status, gaining_carrier: gainingCarrier, release_at: at, refusal_code: code } = data;
    if (status === 'released') return;
    const notice = { e164, gainingCarrier, releaseAt: fromUnixSeconds(at), refusalCode: code as PortOutRefusal | null };
    await this.send(accountId, `port_out:${id}`, (name) => portOutMessage(name, notice));
  }

  /** `reasons`: the supplier's own words. */
  registrationRejected(
    {
      id,
      accountId,
      rejectionCodes,
      updatedAt,
    }: Pick<Registration, 'id' | 'accountId' | 'rejectionCodes' | 'updatedAt'>,
    number: RejectedNumber,
    reasons: readonly string[],
  ): Promise<void> {
    const key = `registration_rejected:${id}:${updatedAt.getTime()}`;
    return this.send(accountId, key, (name) => registrationRejectedMessage(name, number, rejectionCodes, reasons));
  }

  private async send(accountId: string, key: string, write: (name: string) => Message): Promise<void> {
    for (const { userId, email, name } of await this.contacts.billingContacts(accountId)) {
      await this.mails.send({ ...write(name), accountId, to: email, key: `${key}:${userId}` });
    }
  }
}
