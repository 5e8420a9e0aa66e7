import { addSeconds, type Clock, type EventBus, type Transactor } from '@trunkline/kernel';
import type { CarrierHealth, CarrierReport, GatewayHealth, GatewayReport } from './ports';

/** A peer that failed a probe is tried last for this long, unless a later probe succeeds. */
const DOWN_SECONDS = 60;

/** Records the results of the probes that switches send to gateways and carriers. */
export class SwitchReports {
  constructor(
    private readonly tx: Transactor,
    private readonly gateways: GatewayHealth,
    private readonly carriers: CarrierHealth,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Returns false for an unknown gateway or carrier. */
  gatewayHealth(report: GatewayReport | CarrierReport): Promise<boolean> {
    const now = this.clock.now();
    const downUntil = report.isUp ? null : addSeconds(now, DOWN_SECONDS);
    if ('carrierId' in report) return this.carriers.record(report, now, downUntil);
    return this.tx.run(() => this.recordGateway(report, now, downUntil));
  }

  /** Publishes an event when the gateway goes down, and when it is up again. */
  private async recordGateway(report: GatewayReport, now: Date, downUntil: Date | null): Promise<boolean> {
    const gateway = await this.gateways.record(report, now, downUntil);
    if (!gateway) return false;
    const { accountId, wasUp } = gateway;
    const data = { gateway_id: report.gatewayId, trunk_id: gateway.trunkId, name: gateway.name };
    if (report.isUp && wasUp === false) {
      await this.events.publish({ type: 'trunk.gateway.up', accountId, data });
    } else if (!report.isUp && wasUp !== false) {
      await this.events.publish({ type: 'trunk.gateway.down', accountId, data: { ...data, sip_code: report.sipCode } });
    }
    return true;
  }
}
