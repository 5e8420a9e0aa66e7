import { type Clock, plainAddress } from '@trunkline/kernel';
import {
  compareWithPreviousSignIns,
  deviceOfCaller,
  loginEvent,
  type NewLoginEvent,
  type PreviousSignIns,
  type RecordedLoginEvent,
} from '../../domain/sessions/login-event';
import type { Caller } from '../../domain/sessions/session';
import type { LoginEventRepository } from './ports';
import type { Geolocation } from '../screening/ports';

/** Records attempts to sign up and sign in. Wrong codes of the second factor are counted from these events. */
export class LoginEventRecorder {
  constructor(
    private readonly events: LoginEventRepository,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  /** `isNewDevice` and `isNewLocation` are exact only while the user is locked. Reads `previous` unless it is given. */
  async record(attempt: NewLoginEvent, previous?: PreviousSignIns): Promise<RecordedLoginEvent> {
    const event = loginEvent(attempt, this.countryOf(attempt.caller), this.clock.now());
    const past = previous ?? (await this.previousSignIns(attempt.userId, attempt.caller));
    const recorded = compareWithPreviousSignIns(event, past);
    await this.events.add(recorded);
    return recorded;
  }

  /** Returns what `record` compares an attempt of this caller with. */
  previousSignIns(userId: string | null, caller: Caller): Promise<PreviousSignIns> {
    return this.events.previousSignIns({ userId, ipCountry: this.countryOf(caller), device: deviceOfCaller(caller) });
  }

  private countryOf({ ip }: Caller): string | null {
    return this.geolocation.locate(plainAddress(ip)).country;
  }
}
