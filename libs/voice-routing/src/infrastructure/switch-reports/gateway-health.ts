import type { Database } from '@trunkline/platform';
import { GatewayHealth, type GatewayReport } from '../../application/switch-reports/ports';

const RECORD = `INSERT INTO voice.gateway_health AS held
    (gateway_id, state, last_probe_at, last_sip_code, rtt_ms, consecutive_failures, down_until)
  SELECT g.id, $2, $3, $4, $5, $6, $7 FROM voice.sip_gateways g WHERE g.id = $1
  ON CONFLICT (gateway_id) DO UPDATE SET state = excluded.state, last_probe_at = excluded.last_probe_at,
    last_sip_code = excluded.last_sip_code, rtt_ms = excluded.rtt_ms, down_until = excluded.down_until,
    consecutive_failures = CASE WHEN excluded.state = 'up' THEN 0 ELSE held.consecutive_failures + 1 END
  RETURNING gateway_id`;

export class SqlGatewayHealth extends GatewayHealth {
  constructor(private readonly db: Database) {
    super();
  }

  override async record(
    { gatewayId, isUp, sipCode, rttMs }: GatewayReport,
    now: Date,
    downUntil: Date | null,
  ): Promise<boolean> {
    const state = isUp ? 'up' : 'down';
    const rows = await this.db.query(RECORD, [gatewayId, state, now, sipCode, rttMs, isUp ? 0 : 1, downUntil]);
    return rows.length > 0;
  }
}
