import type { Database } from '@trunkline/platform';
import { type GatewayHealth, type GatewayReport, type ReportedGateway } from '../../application/switch-reports/ports';
import { healthValues, recordHealth } from './health-sql';

/** Reports of one gateway wait for each other, so that each sees the state that the one before left. */
const LOCK = `SELECT FROM voice.sip_gateways WHERE id = $1 FOR NO KEY UPDATE`;
const RECORD = `
  WITH before AS (SELECT state FROM voice.gateway_health WHERE gateway_id = $1),
  recorded AS (${recordHealth('voice.sip_gateways', 'voice.gateway_health', 'gateway_id')})
  SELECT g.account_id AS "accountId", g.trunk_id AS "trunkId", g.name,
    coalesce((SELECT state FROM before), 'unknown') AS before, recorded.state AS after
  FROM recorded JOIN voice.sip_gateways g ON g.id = recorded.gateway_id`;

export class StoredGatewayHealth implements GatewayHealth {
  constructor(private readonly db: Database) {}

  async record(report: GatewayReport, now: Date): Promise<ReportedGateway | null> {
    await this.db.query(LOCK, [report.gatewayId]);
    const values = healthValues(report.gatewayId, report, now);
    return this.db.find<ReportedGateway>(RECORD, values);
  }
}
