import type { Database } from '@trunkline/platform';
import { type OneTimeTokenRepository } from '../../application/mails/ports';
import type { OneTimeToken, TokenKind } from '../../domain/mails/one-time-token';

interface Row {
  kind: TokenKind;
  user_id: string;
  email: string;
  expires_at: Date;
  created_at: Date;
}

export class StoredOneTimeTokens implements OneTimeTokenRepository {
  constructor(private readonly db: Database) {}

  async add({ hash, kind, userId, email, expiresAt, createdAt }: OneTimeToken): Promise<void> {
    await this.db.query(
      `INSERT INTO identity.one_time_tokens (hash, kind, user_id, email, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [hash, kind, userId, email, expiresAt, createdAt],
    );
  }

  async find(hash: Buffer, now: Date): Promise<OneTimeToken | null> {
    const row = await this.db.queryOne<Row>(
      `SELECT kind, user_id, email, expires_at, created_at FROM identity.one_time_tokens
       WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
      [hash, now],
    );
    return row && toToken(hash, row);
  }

  async consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null> {
    const row = await this.db.queryOne<Row>(
      `UPDATE identity.one_time_tokens SET used_at = $3
       WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3
       RETURNING kind, user_id, email, expires_at, created_at`,
      [hash, kind, now],
    );
    return row && toToken(hash, row);
  }

  async voidAll(userId: string, kinds: readonly TokenKind[], now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.one_time_tokens SET used_at = $3 WHERE user_id = $1 AND kind = ANY($2) AND used_at IS NULL`,
      [userId, kinds, now],
    );
  }
}

function toToken(hash: Buffer, row: Row): OneTimeToken {
  const { kind, user_id: userId, email, expires_at: expiresAt, created_at: createdAt } = row;
  return { hash, kind, userId, email, expiresAt, createdAt };
}
