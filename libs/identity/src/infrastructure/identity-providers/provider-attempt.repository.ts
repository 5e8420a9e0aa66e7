import type { Database } from '@trunkline/platform';
import { type AttemptTaken, type ProviderAttemptRepository } from '../../application/identity-providers/ports';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';

// Deletes more expired rows than it inserts, so that abandoned attempts dwindle.
const INSERT = `
  WITH swept AS (
    DELETE FROM identity.provider_attempts WHERE state_hash IN (
      SELECT state_hash FROM identity.provider_attempts WHERE expires_at <= $10
      ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO identity.provider_attempts
    (state_hash, browser_hash, provider, mode, return_to, country, user_id, session_id, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const TAKE = `
  DELETE FROM identity.provider_attempts
  WHERE state_hash = $1 AND browser_hash = $2 AND provider = $3 AND expires_at > $4
  RETURNING state_hash AS "stateHash", browser_hash AS "browserHash", provider, mode, return_to AS "returnTo", country,
    CASE WHEN user_id IS NOT NULL AND session_id IS NOT NULL
      THEN jsonb_build_object('userId', user_id, 'sessionId', session_id) END AS "linkingSession",
    expires_at AS "expiresAt", created_at AS "createdAt"`;

export class StoredProviderAttempts implements ProviderAttemptRepository {
  constructor(private readonly db: Database) {}

  async add(attempt: ProviderAttempt): Promise<void> {
    const { stateHash, browserHash, provider, mode, returnTo, country, linkingSession, expiresAt, createdAt } = attempt;
    const linking = [linkingSession?.userId ?? null, linkingSession?.sessionId ?? null];
    const key = [stateHash, browserHash, provider];
    await this.db.query(INSERT, [...key, mode, returnTo, country, ...linking, expiresAt, createdAt]);
  }

  take({ stateHash, browserHash, provider }: AttemptTaken, now: Date): Promise<ProviderAttempt | null> {
    return this.db.find(TAKE, [stateHash, browserHash, provider, now]);
  }
}
