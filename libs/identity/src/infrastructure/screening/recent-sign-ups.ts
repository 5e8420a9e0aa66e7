/** How far back sign-ups count. */
export const RECENT_SECONDS = 86_400;

/** What is kept of a sign-up for a day, to count it by. */
export interface ScreenedSignUp {
  readonly email: string;
  /** The network that its address stands for. */
  readonly network: string;
  /** Null for a public mail provider's, which is not counted. */
  readonly domain: string | null;
}

/** Sign-ups of the last 24 hours with other e-mail addresses. */
export interface EarlierSignUps {
  readonly fromNetwork: number;
  /** With the same domain, from the same network: verified or not, they may well be of one person. */
  readonly withDomainFromNetwork: number;
  /**
   * With the same domain, from the same network, or verified: anyone can sign up with an address of a company, but only
   * its invitees can verify one.
   */
  readonly withDomain: number;
}

/** Counts sign-ups in one place for all processes. */
export abstract class RecentSignUps {
  /**
   * Says how many came before, and counts this one when `admits` says yes to that. Of many at once each finds those
   * before it. One e-mail address counts once, however often it is tried: a retry is no second sign-up.
   */
  abstract count(signUp: ScreenedSignUp, admits: (earlier: EarlierSignUps) => boolean): Promise<void>;
}
