import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CarrierHealth, CarrierReport, GatewayHealth, GatewayReport } from './ports';

/** A peer that failed a probe is tried last for this long, unless a later probe succeeds. */
const DOWN_SECONDS = 60;

/** Records the results of the probes that switches send to gateways and carriers. */
export class SwitchReports {
  constructor(
    private readonly gateways: GatewayHealth,
    private readonly carriers: CarrierHealth,
    private readonly clock: Clock,
  ) {}

  /** Returns false for an unknown gateway or carrier. */
  gatewayHealth(report: GatewayReport | CarrierReport): Promise<boolean> {
    const now = this.clock.now();
    const downUntil = report.isUp ? null : addSeconds(now, DOWN_SECONDS);
    return 'carrierId' in report
      ? this.carriers.record(report, now, downUntil)
      : this.gateways.record(report, now, downUntil);
  }
}
