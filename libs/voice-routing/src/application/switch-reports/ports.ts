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

export abstract class GatewayHealth {
  /** Returns false for an unknown gateway. A failed probe marks the gateway down until `downUntil`. */
  abstract record(report: GatewayReport, now: Date, downUntil: Date | null): Promise<boolean>;
}

export abstract class CarrierHealth {
  /** Returns false for an unknown carrier. A failed probe marks the carrier down until `downUntil`. */
  abstract record(report: CarrierReport, now: Date, downUntil: Date | null): Promise<boolean>;
}
