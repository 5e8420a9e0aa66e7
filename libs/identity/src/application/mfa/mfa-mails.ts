import { type Clock, type Message, newId } from '@trunkline/kernel';
import type { User } from '../../domain/users/user';
import { emailOtpMessage, type MfaChange, mfaChangedMessage, recoveryCodesMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';

/** Tells users what becomes of their second factor. Within the transaction in which it becomes so. */
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
