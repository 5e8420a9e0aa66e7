import { addSeconds, type Clock } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { hashSecret } from '../../domain/secrets';

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

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;

/** Matches `hashSecret`, and an index. The cast interprets backslashes, so each is doubled. */
const VERIFIED_EMAIL_HASH = String.raw`sha256(replace(email, '\', '\\')::bytea)`;

const EARLIER = `
  SELECT
    (SELECT count(DISTINCT email_hash) FROM identity.recent_sign_ups
     WHERE network = $1 AND at > $4 AND email_hash <> $3) AS "fromNetwork",
    (SELECT count(DISTINCT email_hash) FROM identity.recent_sign_ups
     WHERE network = $1 AND domain = $2 AND at > $4 AND email_hash <> $3) AS "withDomainFromNetwork",
    (SELECT count(DISTINCT email_hash) FROM identity.recent_sign_ups AS seen
     WHERE domain = $2 AND at > $4 AND email_hash <> $3 AND (network = $1 OR EXISTS (
       SELECT FROM identity.users
       WHERE ${VERIFIED_EMAIL_HASH} = seen.email_hash AND email_verified_at IS NOT NULL))) AS "withDomain"`;

const KEEP = `
  INSERT INTO identity.recent_sign_ups (network, domain, email_hash, at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (email_hash, network) DO UPDATE SET at = excluded.at`;

// Each sign-up deletes a few expired rows, so that the table needs no job.
const FORGET = `
  DELETE FROM identity.recent_sign_ups WHERE (email_hash, network) IN (
    SELECT email_hash, network FROM identity.recent_sign_ups WHERE at <= $1 ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED)`;

export const RECENT_SIGN_UP_READS = [EARLIER];

/** Counts sign-ups across all processes. Stores a hash of the email for a day, never the email. */
export class RecentSignUps {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Passes the number of earlier sign-ups to `admits`, and counts this one if it returns true. Concurrent sign-ups are
   * serialized. One email counts once, however often it is retried.
   */
  count(signUp: ScreenedSignUp, admits: (earlier: EarlierSignUps) => boolean): Promise<void> {
    const { email, network, domain } = signUp;
    const now = this.clock.now();
    const since = addSeconds(now, -RECENT_SECONDS);
    const counted = [network, domain, hashSecret(email)];
    return this.db.run(async () => {
      await this.lockCounters(signUp);
      if (!admits(await this.db.get(EARLIER, [...counted, since]))) return;
      await this.db.query(KEEP, [...counted, now]);
      await this.db.query(FORGET, [since]);
    });
  }

  /** Serializes sign-ups of one network or domain. Locks the network first, which prevents deadlocks. */
  private async lockCounters({ network, domain }: ScreenedSignUp): Promise<void> {
    await this.db.query(LOCK, [`sign-up network ${network}`]);
    if (domain !== null) await this.db.query(LOCK, [`sign-up domain ${domain}`]);
  }
}
