import type { HealthEvidence, PeerState } from '../../domain/trunks/peer-health';

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

export abstract class GatewayHealth {
  /**
   * Returns null for an unknown gateway. Marks the gateway down for a while after a failed probe or the third failed call in
   * a row, and up after a success. Locks the gateway's state until the transaction ends.
   */
  abstract record(report: GatewayReport, now: Date): Promise<ReportedGateway | null>;
}

export abstract class CarrierHealth {
  /** Returns false for an unknown carrier. Otherwise as for gateways. */
  abstract record(report: CarrierReport, now: Date): Promise<boolean>;
}
