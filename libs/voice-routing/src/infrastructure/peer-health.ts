import { addSeconds } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { CarrierReport, GatewayReport, PeerHealthLog, ReportedGateway } from '../application/switch-reports';
import { DOWN_SECONDS, FAILED_CALLS_MIN, FAILED_CALLS_SECONDS } from '../domain/trunks/peer-health';

const [IS_UP, IS_PROBE, NOW] = ['$2::boolean', '$3::boolean', '$4::timestamptz'];
const [SIP_CODE, RTT_MS, DOWN_UNTIL, SINCE] = ['$5::integer', '$6::integer', '$7::timestamptz', '$8::timestamptz'];

/** SQL: the latest failed calls, this one included. More are not kept than are counted. */
const FAILED_CALLS = `CASE WHEN ${IS_UP} OR ${IS_PROBE} THEN '{}'::timestamptz[] ELSE ARRAY(
    SELECT failed_at FROM unnest(held.failed_calls) failed_at WHERE failed_at >= ${SINCE}
    ORDER BY failed_at DESC LIMIT ${FAILED_CALLS_MIN - 1}) || ${NOW} END`;

/**
 * SQL: records a report about the peer `$1` and returns its state. One statement, so that reports that arrive together count
 * one after another. A first failed call decides nothing.
 */
const recordHealth = (peers: string, health: string, key: string) => `
  INSERT INTO ${health} AS held
    (${key}, state, last_probe_at, last_sip_code, rtt_ms, down_until, failed_calls, state_since)
  SELECT peer.id, CASE WHEN ${IS_UP} THEN 'up' WHEN ${IS_PROBE} THEN 'down' ELSE 'unknown' END,
    CASE WHEN ${IS_PROBE} THEN ${NOW} END, ${SIP_CODE}, ${RTT_MS},
    CASE WHEN ${IS_PROBE} AND NOT ${IS_UP} THEN ${DOWN_UNTIL} END,
    CASE WHEN ${IS_UP} OR ${IS_PROBE} THEN '{}'::timestamptz[] ELSE ARRAY[${NOW}] END,
    CASE WHEN ${IS_UP} OR ${IS_PROBE} THEN ${NOW} END
  FROM ${peers} peer WHERE peer.id = $1
  ON CONFLICT (${key}) DO UPDATE SET
    (state, last_probe_at, last_sip_code, rtt_ms, down_until, failed_calls, state_since) = (
    SELECT CASE WHEN ${IS_UP} THEN 'up' WHEN is_down THEN 'down' ELSE held.state END,
      CASE WHEN ${IS_PROBE} THEN ${NOW} ELSE held.last_probe_at END, ${SIP_CODE},
      CASE WHEN ${IS_PROBE} THEN ${RTT_MS} ELSE coalesce(${RTT_MS}, held.rtt_ms) END,
      CASE WHEN ${IS_UP} THEN NULL WHEN is_down THEN ${DOWN_UNTIL} ELSE held.down_until END, failed,
      CASE WHEN held.state = CASE WHEN ${IS_UP} THEN 'up' WHEN is_down THEN 'down' ELSE held.state END
        THEN held.state_since ELSE ${NOW} END
    FROM (SELECT failed, ${IS_PROBE} OR cardinality(failed) >= ${FAILED_CALLS_MIN} AS is_down
      FROM (SELECT ${FAILED_CALLS} AS failed) calls) judged)
  RETURNING ${key}, state`;

/** Returns the values of `recordHealth`. */
function healthValues(id: string, report: Omit<GatewayReport | CarrierReport, 'gatewayId'>, now: Date) {
  const { isUp, evidence, sipCode, rttMs } = report;
  const [downUntil, since] = [addSeconds(now, DOWN_SECONDS), addSeconds(now, -FAILED_CALLS_SECONDS)];
  return [id, isUp, evidence === 'probe', now, sipCode, rttMs, downUntil, since];
}

const RECORD_CARRIER = recordHealth('voice.carriers', 'voice.carrier_health', 'carrier_id');

/** Reports of one gateway wait for each other, so that each sees the state that the one before left. */
const LOCK_GATEWAY = `SELECT FROM voice.sip_gateways WHERE id = $1 FOR NO KEY UPDATE`;
const RECORD_GATEWAY = `
  WITH before AS (SELECT state FROM voice.gateway_health WHERE gateway_id = $1),
  recorded AS (${recordHealth('voice.sip_gateways', 'voice.gateway_health', 'gateway_id')})
  SELECT g.account_id AS "accountId", g.trunk_id AS "trunkId", g.name,
    coalesce((SELECT state FROM before), 'unknown') AS before, recorded.state AS after
  FROM recorded JOIN voice.sip_gateways g ON g.id = recorded.gateway_id`;

export class StoredPeerHealth implements PeerHealthLog {
  constructor(private readonly db: Database) {}

  async recordGateway(report: GatewayReport, now: Date): Promise<ReportedGateway | null> {
    await this.db.query(LOCK_GATEWAY, [report.gatewayId]);
    return this.db.find(RECORD_GATEWAY, healthValues(report.gatewayId, report, now));
  }

  async recordCarrier(report: CarrierReport, now: Date): Promise<boolean> {
    return (await this.db.query(RECORD_CARRIER, healthValues(report.carrierId, report, now))).length > 0;
  }
}
