import type { Database } from '@trunkline/platform';
import { GatewayHealth, type GatewayReport, type ReportedGateway } from '../../application/switch-reports/ports';

/** Reports of one gateway wait for each other, so that each sees the state that the one before left. */
const LOCK = `SELECT FROM voice.sip_gateways WHERE id = $1 FOR NO KEY UPDATE`;
const RECORD = `
  WITH before AS (SELECT state FROM voice.gateway_health WHERE gateway_id = $1),
  recorded AS (
    INSERT INTO voice.gateway_health AS held
      (gateway_id, state, last_probe_at, last_sip_code, rtt_ms, consecutive_failures, down_until)
    SELECT g.id, $2, $3, $4, $5, $6, $7 FROM voice.sip_gateways g WHERE g.id = $1
    ON CONFLICT (gateway_id) DO UPDATE SET state = excluded.state, last_probe_at = excluded.last_probe_at,
      last_sip_code = excluded.last_sip_code, rtt_ms = excluded.rtt_ms, down_until = excluded.down_until,
      consecutive_failures = CASE WHEN excluded.state = 'up' THEN 0 ELSE held.consecutive_failures + 1 END
    RETURNING gateway_id)
  SELECT g.account_id AS "accountId", g.trunk_id AS "trunkId", g.name, (SELECT state = 'up' FROM before) AS "wasUp"
  FROM recorded JOIN voice.sip_gateways g ON g.id = recorded.gateway_id`;

export class SqlGatewayHealth extends GatewayHealth {
  constructor(private readonly db: Database) {
    super();
  }

  override async record(
    { gatewayId, isUp, sipCode, rttMs }: GatewayReport,
    now: Date,
    downUntil: Date | null,
  ): Promise<ReportedGateway | null> {
    await this.db.query(LOCK, [gatewayId]);
    const state = isUp ? 'up' : 'down';
    const values = [gatewayId, state, now, sipCode, rttMs, isUp ? 0 : 1, downUntil];
    return this.db.queryOne<ReportedGateway & Record<string, unknown>>(RECORD, values);
  }
}
