import { type Clock, plainAddress } from '@trunkline/kernel';
import {
  compareWithPreviousSignIns,
  loginEvent,
  type NewLoginEvent,
  type RecordedLoginEvent,
} from '../../domain/sessions/login-event';
import type { LoginEventRepository } from './ports';
import type { Geolocation } from '../screening/geolocation';

/** Records attempts to sign up and sign in. Wrong codes of the second factor are counted from these events. */
export class LoginEventRecorder {
  constructor(
    private readonly events: LoginEventRepository,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  /** `isNewDevice` and `isNewLocation` are exact only while the user is locked. */
  async record(attempt: NewLoginEvent): Promise<RecordedLoginEvent> {
    const { country } = this.geolocation.locate(plainAddress(attempt.caller.ip));
    const event = loginEvent(attempt, country, this.clock.now());
    const recorded = compareWithPreviousSignIns(event, await this.events.previousSignIns(event));
    await this.events.add(recorded);
    return recorded;
  }
}
