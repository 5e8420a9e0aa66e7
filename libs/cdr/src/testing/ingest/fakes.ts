import { CommonErrors } from '@trunkline/kernel';
import {
  type CallCharge,
  CallCharges,
  CallDecisions,
  ClockOffset,
  IngestMeter,
  type SettledCall,
  type SwitchCall,
} from '../../application/ingest/ports';
import type { Decision } from '../../domain/ingest/decision';

export class FakeDecisions extends CallDecisions {
  readonly reported: string[] = [];
  readonly ended: string[] = [];

  constructor(private readonly decisions: readonly Decision[]) {
    super();
  }

  override findMany(ids: readonly string[]): Promise<Decision[]> {
    return Promise.resolve(this.current().filter(({ id }) => ids.includes(id)));
  }

  override findByCalls(calls: readonly SwitchCall[]): Promise<Decision[]> {
    const isAsked = (decision: Decision) =>
      calls.some(({ switchId, callId }) => decision.switchId === switchId && decision.callId === callId);
    return Promise.resolve(this.current().filter(isAsked));
  }

  override endCalls(ids: readonly string[]): Promise<void> {
    this.ended.push(...ids);
    return Promise.resolve();
  }

  override limitHolds(): Promise<void> {
    return Promise.resolve();
  }

  override markReported(ids: readonly string[]): Promise<void> {
    this.reported.push(...ids);
    return Promise.resolve();
  }

  private current(): Decision[] {
    return this.decisions.map((decision) =>
      this.reported.includes(decision.id) ? { ...decision, reportedAt: decision.createdAt } : decision,
    );
  }
}

export class FakeCharges extends CallCharges {
  readonly posted: CallCharge[] = [];
  readonly settled: SettledCall[] = [];
  /** Rejects charges of this amount. */
  refusedCents: number | null = null;

  override settle(calls: readonly SettledCall[]): Promise<void> {
    if (calls.some(({ charge }) => charge?.amountCents === this.refusedCents))
      return Promise.reject(CommonErrors.not_found());
    this.settled.push(...calls);
    this.posted.push(...calls.flatMap(({ charge }) => charge ?? []));
    return Promise.resolve();
  }

  override settleLockingLast(calls: readonly SettledCall[]): Promise<void> {
    return this.settle(calls);
  }
}

export class FakeOffset extends ClockOffset {
  seconds = 0;
}

export class RecordingMeter extends IngestMeter {
  readonly outcomes: string[] = [];
  readonly quarantined: string[] = [];
  readonly skews = new Map<string, number>();
  estimatedLegs = 0;

  override countOutcome(outcome: string): void {
    this.outcomes.push(outcome);
  }

  override countQuarantined(reason: string): void {
    this.quarantined.push(reason);
  }

  override countEstimatedLeg(): void {
    this.estimatedLegs++;
  }

  override recordSkew(switchId: string, seconds: number): void {
    this.skews.set(switchId, seconds);
  }
}
