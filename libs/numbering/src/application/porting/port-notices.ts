import type { Mails, Message, PortReasonCode } from '@trunkline/kernel';
import type { PortRequest } from '../../domain/porting/port-request';
import type { NumberContacts } from '../number-notices';
import {
  portCommentMessage,
  portMovedMessage,
  portNumbersGivenUpMessage,
  portNumbersRejectedMessage,
  type PortMove,
} from './port-messages';

type Port = Pick<PortRequest, 'id' | 'accountId'>;

/** Mails the owners and billing members of a port's account. Joins the caller's transaction; `key` makes a mail unique. */
export class PortNotices {
  constructor(
    private readonly contacts: NumberContacts,
    private readonly mails: Mails,
  ) {}

  moved(port: Port, key: string, move: PortMove): Promise<void> {
    return this.send(port, key, (name) => portMovedMessage(name, move));
  }

  numbersRejected(port: Port, key: string, e164s: readonly string[], reasonCode: PortReasonCode): Promise<void> {
    return this.send(port, key, (name) => portNumbersRejectedMessage(name, e164s, reasonCode));
  }

  numbersGivenUp(port: Port, key: string, e164s: readonly string[]): Promise<void> {
    return this.send(port, key, (name) => portNumbersGivenUpMessage(name, e164s));
  }

  commented(port: Port, key: string, e164: string, body: string): Promise<void> {
    return this.send(port, key, (name) => portCommentMessage(name, e164, body));
  }

  private async send({ id, accountId }: Port, key: string, write: (name: string) => Message): Promise<void> {
    for (const { userId, email, name } of await this.contacts.billingContacts(accountId)) {
      await this.mails.send({ ...write(name), accountId, to: email, key: `port:${id}:${key}:${userId}` });
    }
  }
}
