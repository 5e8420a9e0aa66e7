import type { Database } from '@trunkline/platform';
import {
  type AskingCall,
  type CallKey,
  type CallSender,
  type CarrierPeer,
  type ProfileState,
  type RoutingSnapshots,
  type SourceTrunk,
  type TrunkState,
  type WebrtcUserState,
} from '../../application/calls/ports';
import { WEBRTC_CODECS } from '../../application/webrtc/webrtc-legs';
import { contactStates } from '../registrations/contact-states';
import { hasCalls, liveCallsOn, liveCallsOver } from '../live-calls/concurrent-calls';

/** `peer` is the alias of a trunk or carrier in the surrounding statement; the others are placeholders: now, and the call to exclude. */
const isFull = (peer: string, now: string, excluding: string, live = liveCallsOn) =>
  `(${peer}.max_concurrent_calls IS NOT NULL AND ${live(`${peer}.id`, now, excluding)} >= ${peer}.max_concurrent_calls)`;

type Placeholders<T> = { readonly [K in keyof T]-?: string };

const ASKING: Placeholders<AskingCall> = { switchId: '$4', callId: '$5', node: '$6' };

/** SQL: a trunk with its live contacts, its enabled gateways and their health, as the JSON of TrunkState. */
const trunkState = (
  trunk: string,
  now: string,
  { switchId, callId, node }: Placeholders<AskingCall>,
) => `jsonb_build_object(
  'id', ${trunk}.id, 'status', ${trunk}.status, 'isFull', ${isFull(trunk, now, `${switchId}, ${callId}`)},
  'codecs', ${trunk}.codec_preference, 'dtmfMode', ${trunk}.dtmf_mode, 'numberFormat', ${trunk}.number_format,
  'numberPrefix', ${trunk}.number_prefix, 'mediaEncryption', ${trunk}.media_encryption, 'userPhone', ${trunk}.user_phone,
  'registrationMode', ${trunk}.registration_mode,
  'contacts', CASE ${trunk}.registration_mode WHEN 'register' THEN ${contactStates('trunk_id', `${trunk}.id`, { now, switchId, node })} ELSE '[]' END,
  'gateways', coalesce((SELECT jsonb_agg(jsonb_build_object(
      'id', g.id, 'host', g.host, 'port', g.port, 'transport', g.transport, 'dnsSrv', g.dns_srv, 'weight', g.weight, 'priority', g.priority,
      'authUsername', g.auth_username, 'authPasswordSealed', g.auth_password_sealed, 'customHeaders', g.custom_headers,
      'isDown', coalesce(h.down_until > ${now}, false)) ORDER BY g.priority, g.id)
    FROM voice.sip_gateways g LEFT JOIN voice.gateway_health h ON h.gateway_id = g.id
    WHERE g.trunk_id = ${trunk}.id AND g.enabled), '[]'))`;

/** SQL: a WebRTC user with its registered browsers, as the JSON of WebrtcUserState. */
const userState = (user: string, now: string, { switchId, node }: Placeholders<AskingCall>) => `jsonb_build_object(
  'id', ${user}.id, 'status', ${user}.status,
  'contacts', ${contactStates('webrtc_user_id', `${user}.id`, { now, switchId, node })})`;

const USER = `SELECT ${userState('u', '$3', { switchId: '$4', callId: 'NULL', node: '$5' })} AS state
  FROM voice.webrtc_users u WHERE u.id = $1 AND u.account_id = $2`;

const TRUNK = `SELECT ${trunkState('s', '$3', ASKING)} AS state FROM voice.sip_trunks s WHERE s.id = $1 AND s.account_id = $2`;

const PROFILE = `SELECT jsonb_build_object(
    'id', p.id, 'status', p.status, 'strategy', p.strategy, 'ringTimeoutSeconds', p.ring_timeout_seconds,
    'maxRetries', p.max_retries,
    'targets', coalesce((SELECT jsonb_agg(jsonb_build_object(
        'id', t.id, 'kind', t.kind, 'weight', t.weight, 'enabled', t.enabled, 'conditions', t.conditions,
        'pstnForwardE164', t.pstn_forward_e164, 'webhookUrl', t.webhook_url,
        'webrtcUser', CASE WHEN u.id IS NOT NULL THEN ${userState('u', '$3', ASKING)} END,
        'trunk', CASE WHEN s.id IS NOT NULL THEN ${trunkState('s', '$3', ASKING)} END) ORDER BY t.position, t.created_at, t.id)
      FROM voice.routing_targets t LEFT JOIN voice.sip_trunks s ON s.id = t.sip_trunk_id
        LEFT JOIN voice.webrtc_users u ON u.id = t.webrtc_user_id AND u.account_id = t.account_id
      WHERE t.profile_id = p.id), '[]')) AS state
  FROM voice.routing_profiles p WHERE p.id = $1 AND p.account_id = $2`;

const sourceOf = (
  networks: string,
  isUnused: string,
  isUnconfirmed: string,
) => `SELECT s.id, false AS "isWebrtcUser", s.account_id AS "accountId", s.status, s.caller_id_strategy AS "callerIdStrategy",
    s.caller_id_override AS "callerIdOverride", s.default_caller_id AS "defaultCallerId", s.codec_preference AS codecs, s.dtmf_mode AS "dtmfMode",
    s.max_calls_per_second AS "maxCallsPerSecond",
    ${isFull('s', '$2', '$3, $4')} AS "isFull", ${networks} AS networks, ${isUnused} AS "hasUnusedClaim", ${isUnconfirmed} AS "hasUnconfirmedClaim"
  FROM voice.sip_trunks s`;

/** Before trunk `live` claimed network `c`, calls of another account had come from one that is as narrow or narrower. */
const IS_PRECEDED = `EXISTS (
  SELECT FROM voice.trunk_sources o JOIN voice.sip_trunks other ON other.id = o.trunk_id AND other.status <> 'archived'
   WHERE o.network >>= $1::inet AND o.rejected_at IS NULL AND other.account_id <> live.account_id
     AND o.used_at < c.claimed_at AND masklen(o.network) >= masklen(c.network))`;

/**
 * Selects each account's narrowest network, active trunks first. Networks of different accounts are never compared: anyone
 * can claim a narrower network inside another account's. Rejected claims are ignored. See docs/routing.md#source-networks.
 */
const BY_ADDRESS = `${sourceOf('claim.networks', 'claim.is_unused', 'false')}
  JOIN (SELECT c.trunk_id,
          rank() OVER (PARTITION BY live.account_id
            ORDER BY live.status = 'active' DESC, masklen(c.network) DESC) AS narrowness,
          jsonb_build_object('narrowestBits', max(masklen(c.network)) OVER account,
            'confirmedBits', max(masklen(c.network)) FILTER (WHERE c.confirmed_by <> 'digest') OVER account,
            'digestBits', max(masklen(c.network)) FILTER (WHERE c.confirmed_by = 'digest') OVER account,
            'isPreceded', bool_and(${IS_PRECEDED}) OVER account) AS networks,
          bool_or(c.used_at IS NULL) OVER account AS is_unused
          FROM voice.trunk_sources c JOIN voice.sip_trunks live ON live.id = c.trunk_id AND live.status <> 'archived'
         WHERE c.network >>= $1::inet AND c.rejected_at IS NULL WINDOW account AS (PARTITION BY live.account_id)) claim
    ON claim.trunk_id = s.id AND claim.narrowness = 1
  ORDER BY s.created_at, s.id`;

/** $5 is the source address: an authenticated call confirms the account's claims to it. $6 are the codecs of browsers. */
const BY_USER = `${sourceOf(
  'NULL',
  'false',
  `EXISTS (
    SELECT FROM voice.trunk_sources claim JOIN voice.sip_trunks own ON own.id = claim.trunk_id
     WHERE own.account_id = s.account_id AND claim.network >>= $5::inet
       AND claim.confirmed_at IS NULL AND claim.rejected_at IS NULL)`,
)}
  JOIN voice.trunk_credentials c ON c.trunk_id = s.id
  WHERE c.sip_username = $1 AND s.registration_mode = 'register'
  UNION ALL SELECT u.id, true, u.account_id, u.status, 'inherit', NULL, u.default_caller_id, $6::text[], 'rfc4733', NULL, false,
    NULL, false, false
  FROM voice.webrtc_tokens t JOIN voice.webrtc_users u ON u.id = t.webrtc_user_id
  WHERE t.sip_username = $1 AND t.expires_at > $2`;

/** An address of the network stands for it. */
const SENDER = `SELECT c.sip_username AS "authUser",
    CASE WHEN c.sip_username IS NULL THEN host(s.inbound_cidrs[1]::inet) END AS "sourceIp"
  FROM voice.sip_trunks s
  LEFT JOIN voice.trunk_credentials c ON c.trunk_id = s.id AND s.registration_mode = 'register'
  WHERE s.id = $1 AND s.account_id = $2`;

const BY_ID = `${sourceOf('NULL', 'false', 'false')} WHERE s.id = $1 AND s.account_id = $5`;

const CONFIRM_SOURCES = `UPDATE voice.trunk_sources claim SET confirmed_at = $3, confirmed_by = 'digest'
  FROM voice.sip_trunks own
  WHERE own.id = claim.trunk_id AND own.account_id = $1 AND claim.network >>= $2::inet
    AND claim.confirmed_at IS NULL AND claim.rejected_at IS NULL`;

const MARK_USED = `UPDATE voice.trunk_sources claim SET used_at = $3 FROM voice.sip_trunks own
  WHERE own.id = claim.trunk_id AND own.account_id = $1 AND claim.network >>= $2::inet AND claim.used_at IS NULL`;

/** `$1` is now, `$2` and `$3` the call to exclude. The alias differs from those in the count of calls. */
const CARRIER = `SELECT carrier.id, host, port, transport, dns_srv AS "dnsSrv",
    media_encryption AS "mediaEncryption", priority, weight, auth_username AS "authUsername",
    auth_password_sealed AS "authPasswordSealed", caller_id_format AS "callerIdFormat",
    send_identity AS "sendIdentity", codecs, emergency, selection, allow_loss AS "allowLoss",
    coalesce(h.down_until > $1, false) AS "isDown", ${isFull('carrier', '$1', '$2, $3', liveCallsOver)} AS "isFull"
  FROM voice.carriers carrier LEFT JOIN voice.carrier_health h ON h.carrier_id = carrier.id`;

const CARRIERS = `${CARRIER}
  WHERE enabled AND (prefixes = '{}' OR EXISTS (SELECT FROM unnest(prefixes) p WHERE starts_with($4, p)))
  ORDER BY priority, carrier.id`;

const EMERGENCY_CARRIERS = `${CARRIER} WHERE enabled AND emergency ORDER BY priority, carrier.id`;

const CARRIER_SOURCE = `SELECT c.id FROM voice.carrier_sources s JOIN voice.carriers c ON c.id = s.carrier_id AND c.enabled
  WHERE s.network >>= $1::inet ORDER BY masklen(s.network) DESC, c.id LIMIT 1`;

/** $1 address, $2 carrier. */
const SOURCE_OF = `SELECT WHERE NOT EXISTS (SELECT FROM voice.carriers WHERE id = $2 AND enabled)
  OR EXISTS (SELECT FROM voice.carrier_sources s WHERE s.carrier_id = $2 AND s.network >>= $1::inet)`;

/** $1 account, $2 how many, $3 now. */
const HAS_CALLS = `SELECT ${hasCalls('$1', '$2::integer', '$3::timestamptz', 'NULL, NULL')} AS "hasCalls"`;

/** A webhook may forward each call elsewhere, so the numbers are those of its live calls. */
const FORWARDS = `SELECT t.pstn_forward_e164 AS e164 FROM voice.routing_targets t
    JOIN voice.routing_profiles p ON p.id = t.profile_id AND p.status = 'active'
   WHERE t.profile_id = $1 AND t.enabled AND t.pstn_forward_e164 IS NOT NULL
  UNION SELECT route->>'destination' FROM voice.routing_targets t
    JOIN voice.calls c ON c.account_id = t.account_id AND c.ended_at IS NULL
    JOIN voice.decisions d ON d.id = c.decision_id AND d.routing_profile_id = t.profile_id AND d.direction = 'inbound'
    CROSS JOIN jsonb_array_elements(d.routes) route
   WHERE t.profile_id = $1 AND t.enabled AND t.webhook_url IS NOT NULL
     AND route->>'targetId' = t.id AND route->>'targetKind' = 'pstn_forward'`;

export class StoredRoutingSnapshots implements RoutingSnapshots {
  constructor(private readonly db: Database) {}

  async ofTrunk(accountId: string, id: string, now: Date, excluding?: AskingCall): Promise<TrunkState | null> {
    const values = [id, accountId, now, ...keyOf(excluding), excluding?.node ?? null];
    return (await this.db.find<{ state: TrunkState }>(TRUNK, values))?.state ?? null;
  }

  async ofWebrtcUser(accountId: string, id: string, now: Date, asking?: AskingCall): Promise<WebrtcUserState | null> {
    const values = [id, accountId, now, asking?.switchId ?? null, asking?.node ?? null];
    return (await this.db.find<{ state: WebrtcUserState }>(USER, values))?.state ?? null;
  }

  async ofProfile(accountId: string, id: string, now: Date, excluding?: AskingCall): Promise<ProfileState | null> {
    const values = [id, accountId, now, ...keyOf(excluding), excluding?.node ?? null];
    return (await this.db.find<{ state: ProfileState }>(PROFILE, values))?.state ?? null;
  }

  async ofSource(
    source: { readonly authUser: string | null; readonly ip: string | null },
    now: Date,
    excluding?: CallKey,
  ): Promise<SourceTrunk[]> {
    const key = keyOf(excluding);
    if (source.authUser !== null)
      return this.db.query<SourceTrunk>(BY_USER, [source.authUser, now, ...key, source.ip, WEBRTC_CODECS]);
    return source.ip === null ? [] : this.db.query<SourceTrunk>(BY_ADDRESS, [source.ip, now, ...key]);
  }

  senderOf(accountId: string, trunkId: string): Promise<CallSender> {
    return this.db.get<CallSender>(SENDER, [trunkId, accountId]);
  }

  async sourceTrunk(accountId: string, trunkId: string, now: Date): Promise<SourceTrunk | null> {
    return this.db.find<SourceTrunk>(BY_ID, [trunkId, now, ...keyOf(undefined), accountId]);
  }

  async confirmSources(accountId: string, ip: string, now: Date): Promise<void> {
    await this.db.query(CONFIRM_SOURCES, [accountId, ip, now]);
  }

  async markUsed(accountId: string, ip: string, now: Date): Promise<void> {
    await this.db.query(MARK_USED, [accountId, ip, now]);
  }

  async forwardsOf(profileId: string): Promise<string[]> {
    const rows = await this.db.query<{ e164: string }>(FORWARDS, [profileId]);
    return rows.map(({ e164 }) => e164);
  }

  carriers(e164: string, now: Date, excluding?: CallKey): Promise<CarrierPeer[]> {
    return this.db.query<CarrierPeer>(CARRIERS, [now, ...keyOf(excluding), e164]);
  }

  emergencyCarriers(now: Date): Promise<CarrierPeer[]> {
    return this.db.query<CarrierPeer>(EMERGENCY_CARRIERS, [now, ...keyOf(undefined)]);
  }

  async carrierOf(ip: string): Promise<string | null> {
    return (await this.db.find<{ id: string }>(CARRIER_SOURCE, [ip]))?.id ?? null;
  }

  async hasCalls(accountId: string, max: number, now: Date): Promise<boolean> {
    return (await this.db.get<{ hasCalls: boolean }>(HAS_CALLS, [accountId, max, now])).hasCalls;
  }

  async isSourceOf(carrierId: string, ip: string): Promise<boolean> {
    return (await this.db.query(SOURCE_OF, [ip, carrierId])).length > 0;
  }
}

function keyOf(excluding: CallKey | undefined): (string | null)[] {
  return [excluding?.switchId ?? null, excluding?.callId ?? null];
}
