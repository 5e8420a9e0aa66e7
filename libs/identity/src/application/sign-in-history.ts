import type { Clock } from '@trunkline/kernel';
import { loginEvent, type NewLoginEvent } from '../domain/login-event';
import type { User } from '../domain/user';
import type { LoginEventRepository } from './ports';

/** Every attempt to sign up or in, as its user may read it later; what locks sign-in is counted from it. */
export class SignInHistory {
  constructor(
    private readonly events: LoginEventRepository,
    private readonly clock: Clock,
  ) {}

  note(attempt: NewLoginEvent): Promise<void> {
    return this.events.add(loginEvent(attempt, this.clock.now()));
  }

  /** Wrong passwords that still count against the user; costs the same for no user. Exact only while the user is locked. */
  wrongPasswordsOf(user: User | null): Promise<number> {
    const now = this.clock.now();
    return this.events.wrongPasswordsSince(user?.id ?? null, user?.wrongPasswordsCountFrom(now) ?? now);
  }
}
