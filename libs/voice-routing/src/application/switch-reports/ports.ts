interface HealthReport {
  readonly isUp: boolean;
  readonly sipCode: number | null;
  readonly rttMs: number | null;
}

export interface GatewayReport extends HealthReport {
  readonly gatewayId: string;
}

export interface CarrierReport extends HealthReport {
  readonly carrierId: string;
}

/** A gateway after a report, and its state before the report; null before the first one. */
export interface ReportedGateway {
  readonly accountId: string;
  readonly trunkId: string;
  readonly name: string;
  readonly wasUp: boolean | null;
}

export abstract class GatewayHealth {
  /**
   * Returns null for an unknown gateway. A failed probe marks the gateway down until `downUntil`. Locks the gateway's state
   * until the transaction ends.
   */
  abstract record(report: GatewayReport, now: Date, downUntil: Date | null): Promise<ReportedGateway | null>;
}

export abstract class CarrierHealth {
  /** Returns false for an unknown carrier. A failed probe marks the carrier down until `downUntil`. */
  abstract record(report: CarrierReport, now: Date, downUntil: Date | null): Promise<boolean>;
}
