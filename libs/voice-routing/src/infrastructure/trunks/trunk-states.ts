import type { Database } from '@trunkline/platform';
import type { ReportedTrunk, TrunkStates } from '../../application/trunks/ports';
import type { ReportedGatewayState } from '../../application/trunks/views';
import type { RouteReach } from '../../domain/trunks/route-warnings';
import { liveCallsOn } from '../live-calls/concurrent-calls';

/** SQL: the trunk `r` as the JSON of TrunkReach. */
const reachOf = (now: string) => `jsonb_build_object(
  'name', r.name, 'status', r.status, 'registrationMode', r.registration_mode,
  'hasGateway', EXISTS (SELECT FROM voice.sip_gateways g WHERE g.trunk_id = r.id AND g.enabled),
  'isRegistered', r.registration_mode = 'register' AND EXISTS (SELECT FROM voice.contacts c WHERE c.trunk_id = r.id AND c.expires_at > ${now}))`;

/** SQL: whether a switch has ever reported anything. */
const HAS_SWITCH = `(EXISTS (SELECT FROM voice.switches) OR EXISTS (SELECT FROM voice.switch_polls)
  OR EXISTS (SELECT FROM voice.contact_reports) OR EXISTS (SELECT FROM voice.decisions))`;

const OF_TRUNK = `SELECT ${HAS_SWITCH} AS "hasSwitch", coalesce((
    SELECT jsonb_agg(${reachOf('$3')}) FROM voice.sip_trunks r WHERE r.account_id = $1 AND r.id = $2), '[]') AS trunks`;

const OF_PROFILE = `SELECT ${HAS_SWITCH} AS "hasSwitch", coalesce((
    SELECT jsonb_agg(${reachOf('$3')} ORDER BY r.name) FROM voice.sip_trunks r
     WHERE r.account_id = $1 AND r.id IN (
       SELECT t.sip_trunk_id FROM voice.routing_targets t WHERE t.profile_id = $2 AND t.enabled)), '[]') AS trunks,
  (SELECT count(*)::integer FROM voice.routing_targets t
    WHERE t.account_id = $1 AND t.profile_id = $2 AND t.enabled AND t.kind <> 'sip_trunk') AS "otherTargets"`;

const TRUNKS = `SELECT r.id AS "trunkId", r.registration_mode AS "registrationMode", ${liveCallsOn('r.id', '$3', 'NULL, NULL')}::integer AS "activeCalls"
  FROM voice.sip_trunks r WHERE r.account_id = $1 AND r.id = ANY ($2) ORDER BY r.id`;

const GATEWAYS = `SELECT g.trunk_id AS "trunkId", g.id AS "gatewayId", coalesce(h.state, 'unknown') AS state, h.last_probe_at AS "lastProbeAt",
    h.last_sip_code AS "lastSipCode", h.rtt_ms AS "rttMs", h.down_until AS "downUntil",
    h.state_since AS since
  FROM voice.sip_gateways g LEFT JOIN voice.gateway_health h ON h.gateway_id = g.id
  WHERE g.account_id = $1 AND g.trunk_id = ANY ($2) ORDER BY g.priority, g.weight DESC, g.id`;

export class StoredTrunkStates implements TrunkStates {
  constructor(private readonly db: Database) {}

  async reported(accountId: string, trunkIds: readonly string[], now: Date): Promise<ReportedTrunk[]> {
    const [trunks, rows] = await Promise.all([
      this.db.query<Omit<ReportedTrunk, 'gateways'>>(TRUNKS, [accountId, trunkIds, now]),
      this.db.query<ReportedGatewayState & { trunkId: string }>(GATEWAYS, [accountId, trunkIds]),
    ]);
    return trunks.map((trunk) => ({ ...trunk, gateways: rows.filter(({ trunkId }) => trunkId === trunk.trunkId) }));
  }

  reachOfTrunk(accountId: string, trunkId: string, now: Date): Promise<RouteReach> {
    return this.db.get(OF_TRUNK, [accountId, trunkId, now]);
  }

  reachOfProfile(accountId: string, profileId: string, now: Date) {
    return this.db.get<RouteReach & { readonly otherTargets: number }>(OF_PROFILE, [accountId, profileId, now]);
  }
}
