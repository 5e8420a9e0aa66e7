import { type Clock, type Message, newId } from '@trunkline/kernel';
import type { User } from '../../domain/user';
import { emailOtpMessage, type MfaChange, mfaChangedMessage, recoveryCodesMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';

/** Notifies users of changes to their second factor. Joins the transaction of the change. */
export class MfaMails {
  constructor(
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  changed(user: User, change: MfaChange): Promise<void> {
    return this.send(user, mfaChangedMessage(user.name, change, this.clock.now()));
  }

  recoveryCodes(user: User, event: 'used' | 'replaced', left: number): Promise<void> {
    return this.send(user, recoveryCodesMessage(user.name, event, left));
  }

  code(user: User, code: string): Promise<void> {
    return this.send(user, emailOtpMessage(user.name, code));
  }

  private send(user: User, message: Message): Promise<void> {
    return this.mails.send(user, { ...message, key: `mfa:${newId('evt')}` });
  }
}
