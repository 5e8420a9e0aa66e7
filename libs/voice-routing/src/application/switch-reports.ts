import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { HealthEvidence, PeerState } from '../domain/trunks/peer-health';

interface HealthReport {
  readonly isUp: boolean;
  readonly sipCode: number | null;
  readonly rttMs: number | null;
  readonly evidence: HealthEvidence;
}

export interface GatewayReport extends HealthReport {
  readonly gatewayId: string;
}

export interface CarrierReport extends HealthReport {
  readonly carrierId: string;
}

/** A gateway, with its states before and after a report. */
export interface ReportedGateway {
  readonly accountId: string;
  readonly trunkId: string;
  readonly name: string;
  readonly before: PeerState;
  readonly after: PeerState;
}

/**
 * The health of gateways and carriers. Marks a peer down for a while after a failed probe or the third failed call in a row, and
 * up after a success.
 */
export abstract class PeerHealthLog {
  /** Returns null for an unknown gateway. Locks the gateway's state until the transaction ends. */
  abstract recordGateway(report: GatewayReport, now: Date): Promise<ReportedGateway | null>;
  /** Returns false for an unknown carrier. */
  abstract recordCarrier(report: CarrierReport, now: Date): Promise<boolean>;
}

/** Records what switches report about gateways and carriers: results of probes, and of calls. */
export class SwitchReports {
  constructor(
    private readonly tx: Transactor,
    private readonly log: PeerHealthLog,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Returns false for an unknown gateway or carrier. */
  gatewayHealth(report: GatewayReport | CarrierReport): Promise<boolean> {
    const now = this.clock.now();
    if ('carrierId' in report) return this.log.recordCarrier(report, now);
    return this.tx.run(() => this.recordGateway(report, now));
  }

  /** Publishes an event when the gateway goes down, and when it is up again. */
  private async recordGateway(report: GatewayReport, now: Date): Promise<boolean> {
    const gateway = await this.log.recordGateway(report, now);
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
