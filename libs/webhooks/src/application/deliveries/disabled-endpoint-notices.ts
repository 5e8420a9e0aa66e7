import { compose, type Mails } from '@trunkline/kernel';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';
import type { WebhookContacts } from './ports';

/** Mails the owners and admins about an endpoint that was disabled. Joins the transaction. */
export class DisabledEndpointNotices {
  constructor(
    private readonly contacts: WebhookContacts,
    private readonly mails: Mails,
  ) {}

  async send({ id, accountId, url, updatedAt }: WebhookEndpoint): Promise<void> {
    for (const { userId, email, name } of await this.contacts.technicalContacts(accountId)) {
      const message = compose({
        subject: 'A webhook endpoint was disabled',
        name,
        lines: [
          `Every delivery to your webhook endpoint at ${new URL(url).host} (${id}) has failed for five days, so we disabled it. It receives no more events, and its pending deliveries were abandoned.`,
          'Once the receiver works, enable the endpoint. A replay sends the events of the last seven days again.',
        ],
        footer: 'The deliveries, with the response to each attempt, are listed under the endpoint.',
      });
      const key = `webhook_disabled:${id}:${updatedAt.toISOString()}:${userId}`;
      await this.mails.send({ ...message, accountId, to: email, key });
    }
  }
}
