import type { Clock, Transactor } from '@trunkline/kernel';
import { NEW_PASSWORD_LENGTH_MIN } from '../../domain/password-policy';
import type { DeviceCookie } from '../../domain/known-device';
import type { MailedLinks } from '../mails/mailed-links';
import type { Devices } from '../sign-in/devices';
import type { Passwords } from './passwords';
import type { ReplacePassword } from './replace-password';

export interface ResetPasswordInput {
  readonly token: string;
  readonly newPassword: string;
}

const PASSWORD_RULE = { lengthMin: NEW_PASSWORD_LENGTH_MIN, field: 'new_password' };

/** POST /auth/reset-password: uses up the mailed link to set a new password. */
export class ResetPassword {
  constructor(
    private readonly tx: Transactor,
    private readonly links: MailedLinks,
    private readonly passwords: Passwords,
    private readonly replacePassword: ReplacePassword,
    private readonly devices: Devices,
    private readonly clock: Clock,
  ) {}

  /**
   * Registers the browser as a known device. Throws token_invalid, and 422 naming `new_password`, which leaves the link
   * usable.
   */
  async reset({ token, newPassword }: ResetPasswordInput): Promise<DeviceCookie> {
    this.passwords.assertAllowed(newPassword, PASSWORD_RULE);
    await this.links.assertUsable(token, 'reset_password');
    const hash = await this.passwords.hashNew(newPassword, PASSWORD_RULE);
    return this.tx.run(async () => {
      const { user } = await this.links.redeem(token, ['reset_password']);
      // Opening the link proves access to the mailbox, as a verification link does.
      user.verifyEmail(this.clock.now());
      await this.replacePassword.replace(user, { hash, sparedSessionId: null });
      return this.devices.remember(user.id);
    });
  }
}
