import { addSeconds, type Clock } from '@trunkline/kernel';
import { type Database, GroupedCalls } from '@trunkline/platform';
import type { NewToken, TokenName } from '../../application/oauth/authorization-store';
import { OAUTH_LIFETIMES } from '../../domain/oauth/oauth-grant';
import { hashSecret } from '../../domain/secrets';

/**
 * A grant is locked before its token, so that the exchanges and the revocation of one grant are serialized. A grant that
 * is locked elsewhere is skipped, or waited for. A new token lives no longer than its grant.
 */
const exchangeBy = (locking: '' | 'SKIP LOCKED') => `
  WITH asked AS (
    SELECT * FROM unnest($3::text[], $4::bytea[], $5::text[], $6::bytea[], $7::jsonb[]) WITH ORDINALITY
      AS asked (grant_id, used_hash, used_kind, hash, payload, n)),
  locked AS (
    SELECT id FROM identity.oauth_grants WHERE id = ANY ($3) FOR NO KEY UPDATE ${locking}),
  held AS (
    UPDATE identity.oauth_grants g SET last_used_at = $1, expires_at = least($2, ends_at) FROM locked
    WHERE g.id = locked.id AND g.revoked_at IS NULL RETURNING g.id, g.expires_at),
  used AS (
    UPDATE identity.oauth_tokens t SET used_at = $1 FROM asked JOIN held ON held.id = asked.grant_id
    WHERE t.hash = asked.used_hash AND t.kind = asked.used_kind AND t.grant_id = held.id AND t.used_at IS NULL
    RETURNING asked.n, held.expires_at),
  issued AS (
    INSERT INTO identity.oauth_tokens (hash, kind, grant_id, payload, expires_at, created_at)
    SELECT hash, 'refresh_token', grant_id, payload, used.expires_at, $1 FROM used JOIN asked USING (n))
  SELECT locked.id IS NOT NULL AS "isLocked", used.n IS NOT NULL AS "isIssued"
  FROM asked LEFT JOIN locked ON locked.id = asked.grant_id LEFT JOIN used USING (n) ORDER BY n`;
export const EXCHANGE = { waiting: exchangeBy(''), skipping: exchangeBy('SKIP LOCKED') } as const;

interface Exchange {
  readonly used: TokenName;
  readonly issued: NewToken;
}

interface Row {
  /** False if another transaction holds the grant, or there is none. Nothing was stored then. */
  isLocked: boolean;
  isIssued: boolean;
}

/** Exchanges codes and refresh tokens, concurrent ones in one statement. */
export class TokenExchanges {
  private readonly exchanges = new GroupedCalls((group: readonly Exchange[]) => this.token(EXCHANGE.skipping, group));

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** See AuthorizationStore.exchange. Only the exchange of a grant that is locked elsewhere waits for it, not its group. */
  async exchange(used: TokenName, issued: NewToken): Promise<boolean> {
    const grouped = await this.exchanges.run({ used, issued });
    const [row] = grouped.isLocked ? [grouped] : await this.token(EXCHANGE.waiting, [{ used, issued }]);
    return row?.isIssued === true;
  }

  private token(statement: string, group: readonly Exchange[]): Promise<Row[]> {
    const now = this.clock.now();
    return this.db.query<Row>(statement, [
      now,
      addSeconds(now, OAUTH_LIFETIMES.refreshToken),
      group.map(({ issued }) => issued.grantId),
      group.map(({ used }) => hashSecret(used.value)),
      group.map(({ used }) => used.kind),
      group.map(({ issued }) => hashSecret(issued.value)),
      group.map(({ issued }) => issued.payload),
    ]);
  }
}
