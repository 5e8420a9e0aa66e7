import type { Page, PageRequest } from '@trunkline/kernel';
import type { FraudDecision, LoginMethod, LoginOutcome } from '../../domain/login-events/login-event';

/** A session as its user sees it. */
export interface SessionView {
  readonly id: string;
  readonly deviceName: string;
  readonly ip: string | null;
  readonly ipCountry: string | null;
  readonly city: string | null;
  readonly isTrusted: boolean;
  /** The session that asks. */
  readonly isCurrent: boolean;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface SessionFilter {
  readonly userId: string;
  readonly currentSessionId: string;
  readonly now: Date;
}

export abstract class SessionQueries {
  /** Sessions of the user that still work: the current one first, then the one that was used last. */
  abstract list(filter: SessionFilter, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>>;
  /** Throws not_found for another user's, and for one that has ended. */
  abstract get(filter: SessionFilter, id: string): Promise<SessionView>;
}

/** An attempt to sign up or in as its user sees it. */
export interface LoginEventView {
  readonly id: string;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly ip: string | null;
  readonly ipCountry: string | null;
  readonly userAgent: string | null;
  readonly isNewDevice: boolean;
  readonly isNewLocation: boolean;
  readonly fraudDecision: FraudDecision | null;
  readonly at: Date;
}

/** Null where anything will do. */
export interface LoginEventFilter {
  readonly outcomes: readonly LoginOutcome[] | null;
  readonly methods: readonly LoginMethod[] | null;
  readonly isNewDevice: boolean | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

export abstract class LoginEventQueries {
  /** Newest first. */
  abstract list(userId: string, filter: LoginEventFilter, page: PageRequest<'ts'>): Promise<Page<LoginEventView>>;
}
