import type { Database } from '@trunkline/platform';
import { OneTimeTokenRepository } from '../application/ports';
import type { OneTimeToken, TokenKind } from '../domain/one-time-token';

interface Row {
  user_id: string;
  email: string;
  expires_at: Date;
  created_at: Date;
}

export class PostgresOneTimeTokenRepository extends OneTimeTokenRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add({ hash, kind, userId, email, expiresAt, createdAt }: OneTimeToken): Promise<void> {
    await this.db.query(
      `INSERT INTO identity.one_time_tokens (hash, kind, user_id, email, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [hash, kind, userId, email, expiresAt, createdAt],
    );
  }

  override async consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null> {
    const row = await this.db.queryOne<Row>(
      `UPDATE identity.one_time_tokens SET used_at = $3
       WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3
       RETURNING user_id, email, expires_at, created_at`,
      [hash, kind, now],
    );
    if (!row) return null;
    const { user_id: userId, email, expires_at: expiresAt, created_at: createdAt } = row;
    return { hash, kind, userId, email, expiresAt, createdAt };
  }
}
