import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CarrierHealth, CarrierReport } from './carriers/ports';
import type { GatewayHealth, GatewayReport, LiveCalls } from './switch-ports';

/** A gateway or carrier that failed comes last for this long, unless a probe finds it back before. */
const DOWN_SECONDS = 60;

export type CallEvent =
  | { readonly kind: 'ringing' | 'answered'; readonly decisionId: string; readonly at: Date | null }
  | { readonly kind: 'heartbeat'; readonly switchId: string; readonly decisionIds: readonly string[] };

/** What switches tell between the route and the record of a call. */
export class SwitchReports {
  constructor(
    private readonly calls: LiveCalls,
    private readonly health: GatewayHealth,
    private readonly carriers: CarrierHealth,
    private readonly clock: Clock,
  ) {}

  /** Events of calls that are unknown or over change nothing: they may come late and twice. */
  async callEvent(event: CallEvent): Promise<void> {
    if (event.kind === 'heartbeat') return this.calls.seen(event.switchId, event.decisionIds, this.clock.now());
    return this.calls.note(event.decisionId, event.kind, event.at ?? this.clock.now());
  }

  /** False when there is no such gateway or carrier. */
  gatewayHealth(report: GatewayReport | CarrierReport): Promise<boolean> {
    const now = this.clock.now();
    const downUntil = report.isUp ? null : addSeconds(now, DOWN_SECONDS);
    return 'carrierId' in report
      ? this.carriers.record(report, now, downUntil)
      : this.health.record(report, now, downUntil);
  }
}
