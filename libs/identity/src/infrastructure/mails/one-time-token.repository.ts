import { columnsOf, type Database } from '@trunkline/platform';
import type { OneTimeTokenRepository } from '../../application/mails/ports';
import type { OneTimeToken, TokenKind } from '../../domain/one-time-token';
import { OneTimeTokenSchema } from '../schema';

const CONSUME = `UPDATE identity.one_time_tokens SET used_at = $3
  WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3 RETURNING ${columnsOf(OneTimeTokenSchema)}`;
const VOID = `UPDATE identity.one_time_tokens SET used_at = $3 WHERE user_id = $1 AND kind = ANY($2) AND used_at IS NULL`;

export class StoredOneTimeTokens implements OneTimeTokenRepository {
  constructor(private readonly db: Database) {}

  add(token: OneTimeToken): Promise<void> {
    return this.db.table(OneTimeTokenSchema).add(token);
  }

  find(hash: Buffer, now: Date): Promise<OneTimeToken | null> {
    return this.db.table(OneTimeTokenSchema).find('hash = $1 AND used_at IS NULL AND expires_at > $2', [hash, now]);
  }

  consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null> {
    return this.db.find(CONSUME, [hash, kind, now]);
  }

  voidAll(userId: string, kinds: readonly TokenKind[], now: Date): Promise<void> {
    return this.db.write(VOID, [userId, kinds, now]);
  }
}
