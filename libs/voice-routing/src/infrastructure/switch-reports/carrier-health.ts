import type { Database } from '@trunkline/platform';
import { type CarrierHealth, type CarrierReport } from '../../application/switch-reports/ports';
import { healthValues, recordHealth } from './health-sql';

const RECORD = recordHealth('voice.carriers', 'voice.carrier_health', 'carrier_id');

export class StoredCarrierHealth implements CarrierHealth {
  constructor(private readonly db: Database) {}

  async record(report: CarrierReport, now: Date): Promise<boolean> {
    return (await this.db.query(RECORD, healthValues(report.carrierId, report, now))).length > 0;
  }
}
