import type { Database } from '@trunkline/platform';
import { type NumberUse, type NumberUses } from '../application/number-uses';

const PRESENTING = `account_id = $1 AND status <> 'archived'
  AND (caller_id_override = ANY($2) OR default_caller_id = ANY($2))`;
const FORWARDING = `p.account_id = $1 AND p.status <> 'archived' AND t.enabled AND t.pstn_forward_e164 = ANY($2)`;

const TRUNKS = `SELECT DISTINCT id, e164, 'trunk' AS kind
  FROM voice.sip_trunks, unnest(ARRAY[caller_id_override, default_caller_id]) AS e164
  WHERE ${PRESENTING} AND e164 = ANY($2) ORDER BY id, e164`;
const SHOWING = `account_id = $1 AND default_caller_id = ANY($2)`;
const USERS = `SELECT id, default_caller_id AS e164, 'webrtc_user' AS kind FROM voice.webrtc_users
  WHERE ${SHOWING} ORDER BY id`;
const TARGETS = `SELECT t.id, t.pstn_forward_e164 AS e164, 'target' AS kind, t.profile_id AS "profileId"
  FROM voice.routing_targets t JOIN voice.routing_profiles p ON p.id = t.profile_id
  WHERE ${FORWARDING} ORDER BY t.id`;
/** Targets are changed under the lock of their profile. */
const LOCK_PROFILES = `SELECT FROM voice.routing_profiles p
  WHERE p.account_id = $1 AND p.status <> 'archived'
    AND EXISTS (SELECT FROM voice.routing_targets t
                 WHERE t.profile_id = p.id AND t.enabled AND t.pstn_forward_e164 = ANY($2))
  ORDER BY p.id FOR UPDATE`;
const LOCK_TRUNKS = `SELECT FROM voice.sip_trunks WHERE ${PRESENTING} ORDER BY id FOR UPDATE`;
const LOCK_USERS = `SELECT FROM voice.webrtc_users WHERE ${SHOWING} ORDER BY id FOR UPDATE`;

export class StoredNumberUses implements NumberUses {
  constructor(private readonly db: Database) {}

  async list(accountId: string, e164s: readonly string[]): Promise<readonly NumberUse[]> {
    const trunks = await this.db.query<NumberUse>(TRUNKS, [accountId, e164s]);
    const users = await this.db.query<NumberUse>(USERS, [accountId, e164s]);
    return [...trunks, ...users, ...(await this.db.query<NumberUse>(TARGETS, [accountId, e164s]))];
  }

  async lock(accountId: string, e164s: readonly string[]): Promise<readonly NumberUse[]> {
    await this.db.query(LOCK_PROFILES, [accountId, e164s]);
    await this.db.query(LOCK_TRUNKS, [accountId, e164s]);
    await this.db.query(LOCK_USERS, [accountId, e164s]);
    return this.list(accountId, e164s);
  }
}
