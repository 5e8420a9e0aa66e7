import type { FraudDecision } from '../../domain/sessions/login-event';
import type { Location } from '../../domain/sessions/session';

/** Locates network addresses. */
export abstract class Geolocation {
  /** Reads from memory. Returns NOWHERE for an unknown, private or invalid address. Never throws. */
  abstract locate(ip: string | null): Location;
}

export interface ScreenedRequest {
  /** Null when a mailed link is followed: its user is not known yet. */
  readonly email: string | null;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2, as claimed at sign-up; null at sign-in. */
  readonly country: string | null;
  /** Screens a new user as at sign-up, although no country is given. */
  readonly isInvited?: boolean;
}

export abstract class FraudScreening {
  /** Must run outside any transaction: an adapter may call a remote service. */
  abstract screen(request: ScreenedRequest): Promise<FraudDecision>;
}

export abstract class CaptchaVerifier {
  /** True when the challenge was solved, or none is required. Throws `unavailable` when that cannot be found out. */
  abstract verify(token: string | null, ip: string | null): Promise<boolean>;
}
