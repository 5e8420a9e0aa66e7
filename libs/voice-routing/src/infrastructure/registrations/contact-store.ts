import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type {
  ContactReport,
  ContactStore,
  ContactView,
  RegistrationCounts,
  RegistrationQueries,
  ReplacedContacts,
  SipUser,
  UnregisteredTrunk,
} from '../../application/registrations/ports';

/** New credentials wait for the reports of the old ones, and remove their contacts. */
const LOCK_TRUNK = `SELECT s.account_id AS "accountId", c.trunk_id AS "trunkId", s.name AS "trunkName",
    c.registered_at IS NOT NULL AS "isRegistered"
  FROM voice.trunk_credentials c
  JOIN voice.sip_trunks s ON s.id = c.trunk_id AND s.status <> 'archived' AND s.registration_mode = 'register'
  WHERE c.sip_username = $1 FOR NO KEY UPDATE OF c`;

/** A browser stays registered when its token expires. */
const LOCK_TOKEN = `SELECT account_id AS "accountId", NULL AS "trunkId", webrtc_user_id AS "webrtcUserId"
  FROM voice.webrtc_tokens WHERE sip_username = $1 FOR NO KEY UPDATE`;

/**
 * `$1` switch, `$2` node, `$3` username, `$4` boot, `$5` at, `$6` now, `$7` contacts, `$8` account, `$9` trunk, `$10` WebRTC user.
 * Everything follows from `report`, which has no row for an older report.
 */
const REPLACE = `WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($7::jsonb) AS w
      (id text, uri text, received text, path text, "userAgent" text, q float8, "expiresAt" timestamptz)
  ), report AS (
    INSERT INTO voice.contact_reports AS r (switch_id, node, username, reported_at)
    VALUES ($1, $2, $3, coalesce($5::timestamptz, '-infinity'))
    ON CONFLICT (switch_id, node, username) DO UPDATE SET reported_at = greatest(r.reported_at, excluded.reported_at)
      WHERE $5::timestamptz IS NULL OR r.reported_at <= excluded.reported_at
    RETURNING 1
  ), gone AS (
    DELETE FROM voice.contacts c USING report
    WHERE c.switch_id = $1 AND c.node = $2 AND c.username = $3 AND (c.boot_id = $4 OR c.expires_at <= $6)
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.uri = c.uri AND w.received IS NOT DISTINCT FROM c.received)
    RETURNING c.*
  ), kept AS (
    INSERT INTO voice.contacts AS c (id, account_id, trunk_id, webrtc_user_id, switch_id, node, boot_id, username, uri,
      received, path, user_agent, q, expires_at, registered_at)
    SELECT w.id, $8, $9, $10, $1, $2, $4, $3, w.uri, w.received, w.path, w."userAgent", w.q, w."expiresAt", $6
    FROM wanted w, report
    ON CONFLICT (switch_id, node, username, uri, coalesce(received, '')) DO UPDATE SET boot_id = excluded.boot_id,
      path = excluded.path, user_agent = excluded.user_agent, q = excluded.q, expires_at = excluded.expires_at,
      registered_at = CASE WHEN c.expires_at > $6 THEN c.registered_at ELSE excluded.registered_at END
    RETURNING c.id
  ), others AS (
    SELECT switch_id, node, username FROM voice.contacts
    WHERE (trunk_id = $9 OR webrtc_user_id = $10) AND expires_at > $6
      AND id NOT IN (SELECT id FROM gone UNION ALL SELECT id FROM kept)
  )
  SELECT EXISTS (SELECT FROM report) AS "isApplied",
    (SELECT count(*) FROM kept) + (SELECT count(*) FROM others o WHERE (o.switch_id, o.node, o.username) = ($1, $2, $3)) AS count,
    EXISTS (SELECT FROM kept) OR EXISTS (SELECT FROM others) AS "isReachable",
    (SELECT jsonb_build_object('uri', uri, 'received', received, 'userAgent', user_agent, 'isExpired', expires_at <= $6)
      FROM gone ORDER BY expires_at DESC, id LIMIT 1) AS lost`;

/** Trunks are locked as reports lock them, but not awaited: a trunk that is in use is handled by the next sweep. */
const LOCK_EXPIRED = `SELECT c.trunk_id AS "trunkId" FROM voice.trunk_credentials c
  WHERE c.trunk_id IN (SELECT trunk_id FROM voice.contacts WHERE expires_at <= $1 AND trunk_id IS NOT NULL
    ORDER BY expires_at LIMIT $2)
  ORDER BY c.trunk_id FOR NO KEY UPDATE SKIP LOCKED`;

const REMOVE_EXPIRED = `WITH gone AS (
    DELETE FROM voice.contacts WHERE trunk_id = ANY ($1) AND expires_at <= $2
    RETURNING trunk_id, uri, received, user_agent, expires_at, id
  ), lost AS (
    UPDATE voice.trunk_credentials c SET registered_at = NULL
    WHERE c.trunk_id = ANY ($1) AND c.registered_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM voice.contacts l WHERE l.trunk_id = c.trunk_id AND l.expires_at > $2)
    RETURNING c.trunk_id
  )
  SELECT DISTINCT ON (s.id) s.account_id AS "accountId", s.id AS "trunkId", s.name AS "trunkName",
    jsonb_build_object('uri', g.uri, 'received', g.received, 'userAgent', g.user_agent) AS lost
  FROM lost JOIN voice.sip_trunks s ON s.id = lost.trunk_id JOIN gone g ON g.trunk_id = s.id
  ORDER BY s.id, g.expires_at DESC, g.id`;

/** Browsers have no events. Their contacts are removed by one worker after the other. */
const REMOVE_BROWSERS = `DELETE FROM voice.contacts WHERE webrtc_user_id IS NOT NULL AND expires_at <= $1`;

export class StoredContacts implements ContactStore {
  constructor(private readonly db: Database) {}

  async lockUser(username: string): Promise<SipUser | null> {
    const trunk = await this.db.find<SipUser>(LOCK_TRUNK, [username]);
    return trunk ?? this.db.find<SipUser>(LOCK_TOKEN, [username]);
  }

  replace(user: SipUser, report: ContactReport, now: Date): Promise<ReplacedContacts> {
    const { switchId, node, username, bootId, at, contacts } = report;
    const rows = contacts.map((contact) => ({ ...contact, id: newId('ct') }));
    const webrtcUserId = user.trunkId === null ? user.webrtcUserId : null;
    const place = [switchId, node, username, bootId, at, now];
    const values = [...place, JSON.stringify(rows), user.accountId, user.trunkId, webrtcUserId];
    return this.db.get(REPLACE, values);
  }

  markRegistered(trunkId: string, since: Date | null): Promise<void> {
    return this.db.write(`UPDATE voice.trunk_credentials SET registered_at = $2 WHERE trunk_id = $1`, [trunkId, since]);
  }

  async removeExpired(now: Date, limit: number) {
    const [locked] = await Promise.all([
      this.db.query<{ trunkId: string }>(LOCK_EXPIRED, [now, limit]),
      this.db.write(REMOVE_BROWSERS, [now]),
    ]);
    if (locked.length === 0) return { unregistered: [], isDone: true };
    const trunkIds = locked.map(({ trunkId }) => trunkId);
    const unregistered = await this.db.query<UnregisteredTrunk>(REMOVE_EXPIRED, [trunkIds, now]);
    return { unregistered, isDone: false };
  }

  count(now: Date): Promise<RegistrationCounts> {
    return this.db.get(
      `SELECT count(*) AS contacts, count(DISTINCT trunk_id) AS trunks FROM voice.contacts WHERE expires_at > $1`,
      [now],
    );
  }

  async forgetReports(before: Date): Promise<number> {
    const rows = await this.db.query(`DELETE FROM voice.contact_reports WHERE reported_at < $1 RETURNING 1`, [before]);
    return rows.length;
  }
}

const OF_TRUNKS = `SELECT c.id, c.trunk_id AS "trunkId", c.switch_id AS "switchId", c.node, c.uri, c.received, c.path, c.user_agent AS "userAgent", c.q,
    c.expires_at AS "expiresAt", c.registered_at AS "registeredAt"
  FROM voice.contacts c
  WHERE c.trunk_id = ANY ($2) AND c.account_id = $1 AND c.expires_at > $3 ORDER BY c.q DESC, c.registered_at DESC, c.id`;

export class RegistrationReads implements RegistrationQueries {
  constructor(private readonly db: Database) {}

  contactsOfTrunks(accountId: string, trunkIds: readonly string[], now: Date): Promise<ContactView[]> {
    return this.db.query<ContactView>(OF_TRUNKS, [accountId, trunkIds, now]);
  }
}
