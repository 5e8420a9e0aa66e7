import type { Database } from '@trunkline/platform';
import { CarrierHealth, type CarrierReport } from '../../application/switch-reports/ports';

const RECORD = `INSERT INTO voice.carrier_health (carrier_id, state, last_probe_at, last_sip_code, rtt_ms, down_until)
  SELECT c.id, $2, $3, $4, $5, $6 FROM voice.carriers c WHERE c.id = $1
  ON CONFLICT (carrier_id) DO UPDATE SET state = excluded.state, last_probe_at = excluded.last_probe_at,
    last_sip_code = excluded.last_sip_code, rtt_ms = excluded.rtt_ms, down_until = excluded.down_until
  RETURNING carrier_id`;

export class SqlCarrierHealth extends CarrierHealth {
  constructor(private readonly db: Database) {
    super();
  }

  override async record(
    { carrierId, isUp, sipCode, rttMs }: CarrierReport,
    now: Date,
    downUntil: Date | null,
  ): Promise<boolean> {
    const rows = await this.db.query(RECORD, [carrierId, isUp ? 'up' : 'down', now, sipCode, rttMs, downUntil]);
    return rows.length > 0;
  }
}
