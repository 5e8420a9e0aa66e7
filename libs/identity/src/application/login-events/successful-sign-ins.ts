import { deviceName } from '../../domain/sign-in/device-name';
import type { NewLoginEvent, RecordedLoginEvent } from '../../domain/login-events/login-event';
import type { User } from '../../domain/users/user';
import { newDeviceMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { LoginEventRecorder } from './login-event-recorder';

export interface SuccessfulSignIn extends Omit<NewLoginEvent, 'userId' | 'outcome'> {
  readonly user: User;
}

/** The moment at which someone is signed in whole, with a second factor where one is owed. */
export class SuccessfulSignIns {
  constructor(
    private readonly users: UserRepository,
    private readonly recorder: LoginEventRecorder,
    private readonly mails: UserMails,
  ) {}

  /**
   * Within the transaction of the sign-in, which holds the user. Records it, and mails the user when the device or the
   * country is new; never at the first sign-in of all. One that the password began vouches for the password: who completed
   * it knows it and has the second factor, where there is one. One by a mailed link says nothing about the password.
   */
  async record({ user, ...attempt }: SuccessfulSignIn): Promise<void> {
    if (attempt.method === 'password' && user.vouchForPassword()) await this.users.save(user);
    const event = await this.recorder.record({ ...attempt, userId: user.id, outcome: 'success' });
    if (!event.isNewDevice && !event.isNewLocation) return;
    const message = newDeviceMessage(user.name, placeOf(event), event.at);
    await this.mails.send(user, { ...message, key: `new_device:${event.id}` });
  }
}

function placeOf({ userAgent, ip, ipCountry }: RecordedLoginEvent) {
  return { deviceName: deviceName(userAgent), ip, country: ipCountry };
}
