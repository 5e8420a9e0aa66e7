import { addSeconds, type Clock, type Page, type PageRequest } from '@trunkline/kernel';
import { LOGIN_EVENTS_KEPT_SECONDS } from '../../domain/login-events/login-event';
import type { LoginEventFilter, LoginEventQueries, LoginEventView } from '../sessions/ports';

/** A user's own attempts to sign in, and whoever else's as that user. */
export class LoginEvents {
  constructor(
    private readonly events: LoginEventQueries,
    private readonly clock: Clock,
  ) {}

  /** Newest first; what is older than 400 days is not shown, whether it has been pruned yet or not. */
  list(userId: string, filter: LoginEventFilter, page: PageRequest<'ts'>): Promise<Page<LoginEventView>> {
    const kept = addSeconds(this.clock.now(), -LOGIN_EVENTS_KEPT_SECONDS);
    const from = filter.from && filter.from > kept ? filter.from : kept;
    return this.events.list(userId, { ...filter, from }, page);
  }
}
