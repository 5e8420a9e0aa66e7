import type { Database } from '@trunkline/platform';
import { type AuthFailures } from '../../application/registrations/ports';

/**
 * `$1` username, `$2` address, `$3` at, `$4` failures that block, `$5` since, `$6` blocked until, `$7` now. Concurrent failures of
 * a pair wait for its row and count on what the one before left, so exactly one of them blocks.
 */
const RECORD = `INSERT INTO voice.auth_failures AS f (username, source_ip, failed_at, expires_at)
  VALUES ($1, $2::inet, ARRAY[$3::timestamptz], $6::timestamptz)
  ON CONFLICT (username, source_ip) DO UPDATE SET (failed_at, blocked_until, expires_at) = (
    SELECT CASE WHEN cardinality(recent) >= $4::integer THEN '{}' ELSE recent END,
      CASE WHEN cardinality(recent) >= $4::integer THEN excluded.expires_at END, excluded.expires_at
    FROM (SELECT array_append(ARRAY(SELECT failed FROM unnest(f.failed_at) failed WHERE failed > $5), $3::timestamptz) AS recent) counted)
  WHERE f.blocked_until IS NULL OR f.blocked_until <= $7
  RETURNING f.blocked_until IS NOT NULL AS "isBlocked"`;

export class StoredAuthFailures implements AuthFailures {
  constructor(private readonly db: Database) {}

  async record(
    { username, sourceIp, at }: { readonly username: string; readonly sourceIp: string; readonly at: Date },
    limit: { readonly failures: number; readonly seconds: number; readonly blockSeconds: number },
    now: Date,
  ): Promise<boolean> {
    const since = new Date(now.getTime() - limit.seconds * 1000);
    if (at <= since) return false;
    const blockedUntil = new Date(now.getTime() + limit.blockSeconds * 1000);
    const values = [username, sourceIp, at, limit.failures, since, blockedUntil, now];
    return (await this.db.find<{ isBlocked: boolean }>(RECORD, values))?.isBlocked ?? false;
  }

  async prune(now: Date): Promise<number> {
    const rows = await this.db.query(`DELETE FROM voice.auth_failures WHERE expires_at <= $1 RETURNING 1`, [now]);
    return rows.length;
  }
}
