import type { Database } from '@trunkline/platform';
import { type AttemptTaken, type ProviderAttemptRepository } from '../../application/identity-providers/ports';
import type { ProviderAttempt, ProviderMode } from '../../domain/identity-providers/identity-provider';

interface Row {
  mode: ProviderMode;
  return_to: string;
  country: string | null;
  user_id: string | null;
  session_id: string | null;
  expires_at: Date;
  created_at: Date;
}

// Deletes more expired rows than it inserts, so that abandoned attempts dwindle.
const INSERT = `
  WITH swept AS (
    DELETE FROM identity.provider_attempts WHERE state_hash IN (
      SELECT state_hash FROM identity.provider_attempts WHERE expires_at <= $10
      ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO identity.provider_attempts
    (state_hash, browser_hash, provider, mode, return_to, country, user_id, session_id, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export class StoredProviderAttempts implements ProviderAttemptRepository {
  constructor(private readonly db: Database) {}

  async add(attempt: ProviderAttempt): Promise<void> {
    const { stateHash, browserHash, provider, mode, returnTo, country, linkingSession, expiresAt, createdAt } = attempt;
    const linking = [linkingSession?.userId ?? null, linkingSession?.sessionId ?? null];
    const key = [stateHash, browserHash, provider];
    await this.db.query(INSERT, [...key, mode, returnTo, country, ...linking, expiresAt, createdAt]);
  }

  async take(key: AttemptTaken, now: Date): Promise<ProviderAttempt | null> {
    const row = await this.db.queryOne<Row>(
      `DELETE FROM identity.provider_attempts
       WHERE state_hash = $1 AND browser_hash = $2 AND provider = $3 AND expires_at > $4
       RETURNING mode, return_to, country, user_id, session_id, expires_at, created_at`,
      [key.stateHash, key.browserHash, key.provider, now],
    );
    return row && { ...key, ...attemptOf(row) };
  }
}

function attemptOf(row: Row) {
  const { mode, country, user_id: userId, session_id: sessionId } = row;
  return {
    mode,
    returnTo: row.return_to,
    country,
    linkingSession: userId !== null && sessionId !== null ? { userId, sessionId } : null,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
