import type { Page, PageRequest } from '@trunkline/kernel';
import type {
  FraudDecision,
  LoginEvent,
  LoginOutcome,
  PreviousSignIns,
  RecordedLoginEvent,
} from '../../domain/login-events/login-event';
import type { LoginMethod } from '../../domain/login-events/login-method';

export abstract class LoginEventRepository {
  abstract add(event: RecordedLoginEvent): Promise<void>;
  /**
   * Costs a few index look-ups regardless of history length, and the same for a null user. Exact only while the user is
   * locked.
   */
  abstract previousSignIns(event: LoginEvent): Promise<PreviousSignIns>;
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
