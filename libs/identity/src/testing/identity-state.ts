import type { Account } from '../domain/accounts/account';
import type { ApiKey } from '../domain/keys/api-key';
import type { RecordedLoginEvent } from '../domain/login-events/login-event';
import type { OneTimeToken } from '../domain/mails/one-time-token';
import type { Membership } from '../domain/members/membership';
import type { Session } from '../domain/sessions/session';
import type { User } from '../domain/users/user';

/** The data that the in-memory stores share. */
export class IdentityState {
  readonly accounts = new Map<string, Account>();
  readonly users = new Map<string, User>();
  readonly memberships: Membership[] = [];
  readonly tokens: OneTimeToken[] = [];
  readonly usedTokens = new Set<OneTimeToken>();
  readonly sessions = new Map<string, Session>();
  readonly loginEvents: RecordedLoginEvent[] = [];
  readonly apiKeys = new Map<string, ApiKey>();
}
