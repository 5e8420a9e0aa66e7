import type { Database } from '@trunkline/platform';
import { type CallMoment, GatewayHealth, type GatewayReport, LiveCalls } from '../application/switch-ports';

/** A moment told late or twice moves nothing back: an answered call does not ring again. */
const MOMENTS: Readonly<Record<CallMoment, string>> = {
  ringing: `UPDATE voice.calls SET ringing_at = coalesce(ringing_at, $2), last_seen_at = $2,
      status = CASE status WHEN 'routing' THEN 'ringing' ELSE status END
    WHERE decision_id = $1 AND ended_at IS NULL`,
  answered: `UPDATE voice.calls SET answered_at = coalesce(answered_at, $2), last_seen_at = $2, status = 'in_progress'
    WHERE decision_id = $1 AND ended_at IS NULL`,
};

export class SqlLiveCalls extends LiveCalls {
  constructor(private readonly db: Database) {
    super();
  }

  override async note(decisionId: string, moment: CallMoment, at: Date): Promise<void> {
    await this.db.query(MOMENTS[moment], [decisionId, at]);
  }

  override async seen(switchId: string, decisionIds: readonly string[], at: Date): Promise<void> {
    await this.db.query(
      `UPDATE voice.calls SET last_seen_at = $3
        WHERE decision_id = ANY($2) AND switch_id = $1 AND ended_at IS NULL`,
      [switchId, decisionIds, at],
    );
  }
}

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
