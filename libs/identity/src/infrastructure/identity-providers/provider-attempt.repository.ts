import { columnNames, columnsOf, type Database, membersOf, storedValues } from '@trunkline/platform';
import { type AttemptTaken, type ProviderAttemptRepository } from '../../application/identity-providers/ports';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import { ProviderAttemptSchema } from '../schema';

// $11: now. Deletes more expired rows than it inserts, so that abandoned attempts dwindle.
const INSERT = `
  WITH swept AS (
    DELETE FROM identity.provider_attempts WHERE state_hash IN (
      SELECT state_hash FROM identity.provider_attempts WHERE expires_at <= $11
      ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO identity.provider_attempts (${columnNames(ProviderAttemptSchema)})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const TAKE = `
  DELETE FROM identity.provider_attempts
  WHERE state_hash = $1 AND browser_hash = $2 AND provider = $3 AND expires_at > $4
  RETURNING ${columnsOf(ProviderAttemptSchema, membersOf(ProviderAttemptSchema, ['userId', 'sessionId']))},
    CASE WHEN user_id IS NOT NULL AND session_id IS NOT NULL
      THEN jsonb_build_object('userId', user_id, 'sessionId', session_id) END AS "linkingSession"`;

export class StoredProviderAttempts implements ProviderAttemptRepository {
  constructor(private readonly db: Database) {}

  async add({ linkingSession, ...attempt }: ProviderAttempt): Promise<void> {
    const row = { ...attempt, userId: linkingSession?.userId ?? null, sessionId: linkingSession?.sessionId ?? null };
    await this.db.query(INSERT, storedValues(ProviderAttemptSchema, row));
  }

  take({ stateHash, browserHash, provider }: AttemptTaken, now: Date): Promise<ProviderAttempt | null> {
    return this.db.find(TAKE, [stateHash, browserHash, provider, now]);
  }
}
