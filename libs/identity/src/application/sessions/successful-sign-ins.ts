import type { NewLoginEvent, PreviousSignIns } from '../../domain/sessions/login-event';
import type { User } from '../../domain/user';
import { newDeviceMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { DeviceNames } from '../sign-in/ports';
import type { LoginEventRecorder } from './login-event-recorder';

export interface SuccessfulSignIn extends Omit<NewLoginEvent, 'userId' | 'outcome'> {
  readonly user: User;
  /** As returned by `LoginEventRecorder.previousSignIns`. By default they are read. */
  readonly previous?: PreviousSignIns;
}

/** Completes a sign-in, after the second factor where one is required. */
export class SuccessfulSignIns {
  constructor(
    private readonly users: UserRepository,
    private readonly recorder: LoginEventRecorder,
    private readonly deviceNames: DeviceNames,
    private readonly mails: UserMails,
  ) {}

  /**
   * Joins the transaction of the sign-in, in which the user must be locked. Records the event, and emails the user when
   * the device or the country is new, except for the very first sign-in. A completed password sign-in confirms a
   * password that was set by mailed link; other methods do not.
   */
  async record({ user, previous, ...attempt }: SuccessfulSignIn): Promise<void> {
    if (attempt.method === 'password' && user.vouchForPassword()) await this.users.save(user);
    const event = await this.recorder.record({ ...attempt, userId: user.id, outcome: 'success' }, previous);
    if (!event.isNewDevice && !event.isNewLocation) return;
    const { userAgent, ip, ipCountry: country } = event;
    const origin = { deviceName: this.deviceNames.nameOf(userAgent), ip, country };
    const message = newDeviceMessage(user.name, origin, event.at);
    await this.mails.send(user, { ...message, key: `new_device:${event.id}` });
  }
}
