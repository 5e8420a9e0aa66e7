import { createHmac, randomBytes } from 'node:crypto';
import { unixSeconds } from '@trunkline/kernel';
import type { CryptoBox, Database, IceServerSetting, Settings } from '@trunkline/platform';
import { type IceServer, type WebrtcToken, type WebrtcTokens } from '../application/webrtc/ports';
import type { WebrtcUser } from '../domain/webrtc-user';
import { WEBRTC_PASSWORD } from './trunks/sealed-passwords';

const USERNAME_BYTES = 8;
const PASSWORD_BYTES = 18;

/** Passwords are sealed for their username, not hashed: a registrar needs them to check SIP digests of any algorithm. */
export class StoredWebrtcTokens implements WebrtcTokens {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly settings: Pick<Settings, 'sipDomain' | 'WSS_URL' | 'iceServers'>,
  ) {}

  async countLive(userId: string, now: Date): Promise<number> {
    const live = 'SELECT count(*) AS count FROM voice.webrtc_tokens WHERE webrtc_user_id = $1 AND expires_at > $2';
    return (await this.db.get<{ count: number }>(live, [userId, now])).count;
  }

  async issue(
    { id, accountId }: WebrtcUser,
    { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
  ): Promise<WebrtcToken> {
    const sipUsername = `w${randomBytes(USERNAME_BYTES).toString('hex')}`;
    const sipPassword = randomBytes(PASSWORD_BYTES).toString('base64url');
    await this.db.query(
      `INSERT INTO voice.webrtc_tokens (sip_username, webrtc_user_id, account_id, sip_password_sealed, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [sipUsername, id, accountId, this.box.seal(WEBRTC_PASSWORD, sipPassword, sipUsername), now, expiresAt],
    );
    const { iceServers, sipDomain, WSS_URL: wssUrl } = this.settings;
    return {
      sipUsername,
      sipPassword,
      sipDomain,
      wssUrl,
      iceServers: iceServers.map((server) => iceServerOf(server, sipUsername, expiresAt)),
      expiresAt,
    };
  }

  async revokeAll(userId: string): Promise<void> {
    // In this order: a report of contacts holds the lock of its token, and finds no token afterwards.
    await this.db.query(`DELETE FROM voice.webrtc_tokens WHERE webrtc_user_id = $1`, [userId]);
    await this.db.write(`DELETE FROM voice.contacts WHERE webrtc_user_id = $1`, [userId]);
  }

  async deleteExpired(now: Date, limit: number): Promise<number> {
    const deleted = await this.db.query(
      `WITH expired AS (
         SELECT sip_username FROM voice.webrtc_tokens WHERE expires_at <= $1
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       DELETE FROM voice.webrtc_tokens t USING expired WHERE t.sip_username = expired.sip_username RETURNING t.sip_username`,
      [now, limit],
    );
    return deleted.length;
  }
}

/**
 * Derives the credentials of a TURN server that shares a secret with us: they expire with the token (draft-uberti-behave-turn-rest,
 * `use-auth-secret` of coturn).
 */
function iceServerOf(
  { urls, username, credential, secret }: IceServerSetting,
  user: string,
  expiresAt: Date,
): IceServer {
  if (secret === undefined) return { urls, ...(username !== undefined && { username, credential: credential ?? '' }) };
  const derived = `${unixSeconds(expiresAt)}:${user}`;
  return { urls, username: derived, credential: createHmac('sha1', secret).update(derived).digest('base64') };
}
