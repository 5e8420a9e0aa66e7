import { randomBytes } from 'node:crypto';
import { type CryptoBox, type Database, SealedTexts, type Settings } from '@trunkline/platform';
import type { TrunkCredentialsView } from '../../application/trunks/views';
import { type GatewayPasswords, type TrunkCredentials } from '../../application/trunks/ports';

export const TRUNK_PASSWORD = 'voice.trunk_password';
/** Of the token of a browser, bound to its username. */
export const WEBRTC_PASSWORD = 'voice.webrtc_password';
const USERNAME_BYTES = 8;
const PASSWORD_BYTES = 18;

export class CryptoBoxGatewayPasswords extends SealedTexts implements GatewayPasswords {
  constructor(box: CryptoBox) {
    super(box, 'voice.gateway_password');
  }
}

/** Passwords are sealed, not hashed: a registrar needs them to check SIP digests of any algorithm. */
export class StoredTrunkCredentials implements TrunkCredentials {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly settings: Pick<Settings, 'sipDomain'>,
  ) {}

  async issue(trunkId: string, now: Date): Promise<TrunkCredentialsView> {
    const sipUsername = `t${randomBytes(USERNAME_BYTES).toString('hex')}`;
    const sipPassword = randomBytes(PASSWORD_BYTES).toString('base64url');
    await this.db.query(
      `INSERT INTO voice.trunk_credentials (trunk_id, sip_username, sip_password_sealed, created_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (trunk_id) DO UPDATE SET sip_username = excluded.sip_username,
         sip_password_sealed = excluded.sip_password_sealed, created_at = excluded.created_at`,
      [trunkId, sipUsername, this.box.seal(TRUNK_PASSWORD, sipPassword, trunkId), now],
    );
    // What registered with the former credentials is no longer called.
    await this.db.write(`UPDATE voice.contacts SET expires_at = $2 WHERE trunk_id = $1 AND expires_at > $2`, [
      trunkId,
      now,
    ]);
    return { sipUsername, sipPassword, sipDomain: this.settings.sipDomain, createdAt: now };
  }

  async reveal(trunkId: string): Promise<TrunkCredentialsView | null> {
    const stored = await this.db.find<Omit<TrunkCredentialsView, 'sipPassword' | 'sipDomain'> & { sealed: string }>(
      `SELECT sip_username AS "sipUsername", sip_password_sealed AS sealed, created_at AS "createdAt"
        FROM voice.trunk_credentials WHERE trunk_id = $1`,
      [trunkId],
    );
    if (!stored) return null;
    const { sealed, ...credentials } = stored;
    const sipPassword = this.box.open(TRUNK_PASSWORD, sealed, trunkId).toString();
    return { ...credentials, sipPassword, sipDomain: this.settings.sipDomain };
  }

  async username(trunkId: string): Promise<string | null> {
    const stored = await this.db.find<{ readonly username: string }>(
      `SELECT sip_username AS username FROM voice.trunk_credentials WHERE trunk_id = $1`,
      [trunkId],
    );
    return stored?.username ?? null;
  }
}
