import type { Page, PageRequest } from '@trunkline/kernel';
import type {
  FraudDecision,
  LoginOutcome,
  PreviousSignIns,
  RecordedLoginEvent,
  SignInTraits,
} from '../../domain/sessions/login-event';
import type { LoginMethod } from '../../domain/sessions/session';

/** A session as shown to its user. */
export interface SessionView {
  readonly id: string;
  readonly deviceName: string;
  readonly ip: string | null;
  readonly ipCountry: string | null;
  readonly city: string | null;
  readonly isTrusted: boolean;
  /** The session of this request. */
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
  /** Usable sessions: the current one first, then by last use. */
  abstract list(filter: SessionFilter, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>>;
  /** Throws not_found for another user's session and for one that has ended. */
  abstract get(filter: SessionFilter, id: string): Promise<SessionView>;
}

export abstract class LoginEventRepository {
  abstract add(event: RecordedLoginEvent): Promise<void>;
  /**
   * Costs a few index look-ups regardless of history length, and the same for a null user. Exact only while the user is
   * locked.
   */
  abstract previousSignIns(traits: SignInTraits): Promise<PreviousSignIns>;
}

/** A login event as shown to its user. */
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

/** Null fields match everything. */
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
