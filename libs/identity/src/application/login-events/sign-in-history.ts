import { type Clock, plainAddress } from '@trunkline/kernel';
import {
  compareWithPast,
  loginEvent,
  type NewLoginEvent,
  type RecordedEvent,
} from '../../domain/login-events/login-event';
import type { LoginEventRepository } from '../ports';
import type { Geolocation } from '../screening/geolocation';

/** Every attempt to sign up or in, as its user may read it later; wrong codes of the second factor are counted from it. */
export class SignInHistory {
  constructor(
    private readonly events: LoginEventRepository,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  async note(attempt: NewLoginEvent): Promise<void> {
    await this.record(attempt);
  }

  /** As `note`, and says what it found out. What is new is exact only while the user is locked. */
  async record(attempt: NewLoginEvent): Promise<RecordedEvent> {
    const { country } = this.geolocation.locate(plainAddress(attempt.caller.ip));
    const event = loginEvent(attempt, country, this.clock.now());
    const recorded = compareWithPast(event, await this.events.past(event));
    await this.events.add(recorded);
    return recorded;
  }
}
