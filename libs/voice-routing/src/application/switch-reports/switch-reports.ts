import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CarrierHealth, CarrierReport } from '../carriers/ports';
import type { GatewayHealth, GatewayReport } from '../calls/ports';

/** A gateway or carrier that failed comes last for this long, unless a probe finds it back before. */
const DOWN_SECONDS = 60;

/** What switches tell of the peers that they probe. */
export class SwitchReports {
  constructor(
    private readonly health: GatewayHealth,
    private readonly carriers: CarrierHealth,
    private readonly clock: Clock,
  ) {}

  /** False when there is no such gateway or carrier. */
  gatewayHealth(report: GatewayReport | CarrierReport): Promise<boolean> {
    const now = this.clock.now();
    const downUntil = report.isUp ? null : addSeconds(now, DOWN_SECONDS);
    return 'carrierId' in report
      ? this.carriers.record(report, now, downUntil)
      : this.health.record(report, now, downUntil);
  }
}
