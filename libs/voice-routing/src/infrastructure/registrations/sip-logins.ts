import { hash } from 'node:crypto';
import type { CryptoBox, Database } from '@trunkline/platform';
import { type SipLogin, type SipLogins } from '../../application/registrations/ports';
import { TRUNK_PASSWORD, WEBRTC_PASSWORD } from '../trunks/sealed-passwords';

/** One row, also for an unknown user: a block does not tell which users exist. */
const FIND = `SELECT f.blocked_until AS "blockedUntil", login.*
  FROM (VALUES ($1::text)) asked (username)
  LEFT JOIN LATERAL (
    SELECT s.id AS "trunkId", NULL AS "webrtcUserId", c.sip_password_sealed AS sealed
      FROM voice.trunk_credentials c
      JOIN voice.sip_trunks s ON s.id = c.trunk_id AND s.status = 'active' AND s.registration_mode = 'register'
     WHERE c.sip_username = asked.username
    UNION ALL
    SELECT NULL, u.id, t.sip_password_sealed
      FROM voice.webrtc_tokens t JOIN voice.webrtc_users u ON u.id = t.webrtc_user_id AND u.status = 'active'
     WHERE t.sip_username = asked.username AND t.expires_at > $2) login ON true
  LEFT JOIN voice.auth_failures f
    ON f.username = asked.username AND f.source_ip = $3::inet AND f.blocked_until > $2
  LIMIT 1`;

/** A login with its sealed password, and the block of its username. */
interface SealedLogin {
  readonly blockedUntil: Date | null;
  readonly trunkId: string | null;
  readonly webrtcUserId: string | null;
  readonly sealed: string | null;
}

/** Opens sealed passwords only to hash them: a password leaves neither this class nor the deployment. */
export class StoredSipLogins implements SipLogins {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async find(
    {
      username,
      realm,
      sourceIp,
    }: { readonly username: string; readonly realm: string; readonly sourceIp: string | null },
    now: Date,
  ) {
    const found = await this.db.get<SealedLogin>(FIND, [username, now, sourceIp], undefined, 'shared');
    const { blockedUntil, trunkId, sealed } = found;
    if (!sealed || blockedUntil) return { login: null, blockedUntil };
    const password = this.open(username, trunkId, sealed);
    return { login: loginOf(found, `${username}:${realm}:${password}`), blockedUntil };
  }

  private open(username: string, trunkId: string | null, sealed: string): string {
    const [purpose, bound] = trunkId === null ? [WEBRTC_PASSWORD, username] : [TRUNK_PASSWORD, trunkId];
    return this.box.open(purpose, sealed, bound).toString();
  }
}

function loginOf({ trunkId, webrtcUserId }: SealedLogin, secret: string): SipLogin {
  const owner = trunkId === null ? { webrtcUserId: String(webrtcUserId) } : { trunkId };
  return { owner, ha1Md5: hash('md5', secret), ha1Sha256: hash('sha256', secret) };
}
