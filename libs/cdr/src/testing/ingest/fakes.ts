import { CommonErrors } from '@trunkline/kernel';
import {
  type CallCharge,
  type CallCharges,
  type CallDecisions,
  type ClockOffset,
  type IngestMeter,
  type SettledCall,
  type SwitchCall,
} from '../../application/ingest/ports';
import type { Decision } from '../../domain/ingest/decision';

export class FakeDecisions implements CallDecisions {
  readonly reported: string[] = [];
  readonly ended: string[] = [];

  constructor(private readonly decisions: readonly Decision[]) {}

  findMany(ids: readonly string[]): Promise<Decision[]> {
    return Promise.resolve(this.current().filter(({ id }) => ids.includes(id)));
  }

  findByCalls(calls: readonly SwitchCall[]): Promise<Decision[]> {
    const isAsked = (decision: Decision) =>
      calls.some(({ switchId, callId }) => decision.switchId === switchId && decision.callId === callId);
    return Promise.resolve(this.current().filter(isAsked));
  }

  endCalls(ids: readonly string[]): Promise<void> {
    this.ended.push(...ids);
    return Promise.resolve();
  }

  limitHolds(): Promise<void> {
    return Promise.resolve();
  }

  markReported(ids: readonly string[]): Promise<void> {
    this.reported.push(...ids);
    return Promise.resolve();
  }

  private current(): Decision[] {
    return this.decisions.map((decision) =>
      this.reported.includes(decision.id) ? { ...decision, reportedAt: decision.createdAt } : decision,
    );
  }
}

export class FakeCharges implements CallCharges {
  readonly posted: CallCharge[] = [];
  readonly settled: SettledCall[] = [];
  /** Rejects charges of this amount. */
  refusedCents: number | null = null;

  settle(calls: readonly SettledCall[]): Promise<void> {
    if (calls.some(({ charge }) => charge?.amountCents === this.refusedCents))
      return Promise.reject(CommonErrors.not_found());
    this.settled.push(...calls);
    this.posted.push(...calls.flatMap(({ charge }) => charge ?? []));
    return Promise.resolve();
  }

  settleLockingLast(calls: readonly SettledCall[]): Promise<void> {
    return this.settle(calls);
  }
}

export class FakeOffset implements ClockOffset {
  seconds = 0;
}

export class RecordingMeter implements IngestMeter {
  readonly outcomes: string[] = [];
  readonly quarantined: string[] = [];
  readonly skews = new Map<string, number>();
  estimatedLegs = 0;

  countOutcome(outcome: string): void {
    this.outcomes.push(outcome);
  }

  countQuarantined(reason: string): void {
    this.quarantined.push(reason);
  }

  countEstimatedLeg(): void {
    this.estimatedLegs++;
  }

  recordSkew(switchId: string, seconds: number): void {
    this.skews.set(switchId, seconds);
  }
}
