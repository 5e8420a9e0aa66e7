import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { CarrierHealth, CarrierReport, GatewayHealth, GatewayReport } from './ports';

/** Records what switches report about gateways and carriers: results of probes, and of calls. */
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
    if ('carrierId' in report) return this.carriers.record(report, now);
    return this.tx.run(() => this.recordGateway(report, now));
  }

  /** Publishes an event when the gateway goes down, and when it is up again. */
  private async recordGateway(report: GatewayReport, now: Date): Promise<boolean> {
    const gateway = await this.gateways.record(report, now);
    if (!gateway) return false;
    const { accountId, before, after } = gateway;
    const data = { gateway_id: report.gatewayId, trunk_id: gateway.trunkId, name: gateway.name };
    if (after === 'up' && before === 'down') {
      await this.events.publish({ type: 'trunk.gateway.up', accountId, data });
    } else if (after === 'down' && before !== 'down') {
      await this.events.publish({ type: 'trunk.gateway.down', accountId, data: { ...data, sip_code: report.sipCode } });
    }
    return true;
  }
}
