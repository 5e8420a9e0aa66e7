import { fromUnixSeconds, type Mails, type Message, type PublishedEvent } from '@trunkline/kernel';
import { FAILED_ATTEMPTS_MAX } from '../../domain/billing/billing-cycle';
import { refusedChargesMessage, releasedMessage, suspendedMessage, unpaidMessage } from './number-messages';

type EventOf<T extends PublishedEvent['type']> = Extract<PublishedEvent, { readonly type: T }>;

/** Numbering's view of the people of an account. */
export abstract class NumberContacts {
  /** Owners and members of role billing. */
  abstract billingContacts(
    accountId: string,
  ): Promise<readonly { readonly userId: string; readonly email: string; readonly name: string }[]>;
}

/** Suspensions that have no other mail: unpaid numbers are told of with their charges, an account's with the account. */
const TOLD_SUSPENSIONS = ['compliance', 'supplier'];

/**
 * Mails what an event says of numbers to those who pay for them. Joins the transaction in which the event is handled;
 * each mail is named after the event, so that a repeat sends nothing.
 */
export class NumberNotices {
  constructor(
    private readonly contacts: NumberContacts,
    private readonly mails: Mails,
  ) {}

  chargesRefused({ id, accountId, data }: EventOf<'numbering.charges.refused'>): Promise<void> {
    const { attempt } = data;
    const numbers = data.numbers.map(({ e164, amount_cents: amountCents, release_scheduled_at: at }) => ({
      ...{ e164, amountCents, releaseScheduledAt: at === null ? null : fromUnixSeconds(at) },
    }));
    return this.tell(accountId, `charges_refused:${id}`, (name) =>
      attempt < FAILED_ATTEMPTS_MAX ? refusedChargesMessage(name, attempt, numbers) : unpaidMessage(name, numbers),
    );
  }

  async suspended({ id, accountId, data: { e164, reason } }: EventOf<'number.suspended'>): Promise<void> {
    if (!TOLD_SUSPENSIONS.includes(reason)) return;
    await this.tell(accountId, `number_suspended:${id}`, (name) => suspendedMessage(name, e164, reason));
  }

  /** An account that is closed gets one mail for all of its numbers, when it is closed. */
  async released({ id, accountId, data: { e164, reason = '' } }: EventOf<'number.released'>): Promise<void> {
    if (reason === 'account_closed') return;
    await this.tell(accountId, `number_released:${id}`, (name) => releasedMessage(name, e164, reason));
  }

  private async tell(accountId: string, key: string, write: (name: string) => Message): Promise<void> {
    for (const { userId, email, name } of await this.contacts.billingContacts(accountId)) {
      await this.mails.send({ ...write(name), accountId, to: email, key: `${key}:${userId}` });
    }
  }
}
