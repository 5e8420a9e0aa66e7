import { addSeconds, type Clock, type Page, type PageRequest } from '@trunkline/kernel';
import { LOGIN_EVENTS_KEPT_SECONDS } from '../../domain/sessions/login-event';
import type { LoginEventFilter, LoginEventQueries, LoginEventView } from './ports';

/** Reads the login events of a user. */
export class LoginEvents {
  constructor(
    private readonly events: LoginEventQueries,
    private readonly clock: Clock,
  ) {}

  /** Newest first. Events older than 400 days are hidden, even if not pruned yet. */
  list(userId: string, filter: LoginEventFilter, page: PageRequest<'ts'>): Promise<Page<LoginEventView>> {
    const kept = addSeconds(this.clock.now(), -LOGIN_EVENTS_KEPT_SECONDS);
    const from = filter.from && filter.from > kept ? filter.from : kept;
    return this.events.list(userId, { ...filter, from }, page);
  }
}
