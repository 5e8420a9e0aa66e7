/** How long sign-ups count. */
export const RECENT_SECONDS = 86_400;

/** What is stored of a sign-up, to count it. */
export interface ScreenedSignUp {
  readonly email: string;
  /** The network of its address, as counted. */
  readonly network: string;
  /** Null for a public mail provider, which is not counted. */
  readonly domain: string | null;
}

/** Sign-ups of the last 24 hours with other email addresses. */
export interface EarlierSignUps {
  readonly fromNetwork: number;
  /** With the same domain, from the same network, verified or not. */
  readonly withDomainFromNetwork: number;
  /** With the same domain, from the same network or verified: only members of a company can verify its addresses. */
  readonly withDomain: number;
}

/** Counts sign-ups across all processes. */
export abstract class RecentSignUps {
  /**
   * Passes the number of earlier sign-ups to `admits`, and counts this one if it returns true. Concurrent sign-ups are
   * serialized. One email counts once, however often it is retried.
   */
  abstract count(signUp: ScreenedSignUp, admits: (earlier: EarlierSignUps) => boolean): Promise<void>;
}
