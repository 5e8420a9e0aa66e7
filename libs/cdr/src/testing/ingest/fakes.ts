import { CommonErrors } from '@trunkline/kernel';
import {
  type CallCharge,
  CallCharges,
  CallDecisions,
  type CallKey,
  CdrStore,
  type Claim,
  type Claims,
  ClockOffset,
  IngestMeter,
  NumberCountries,
  type PostedCdr,
  type SettledCall,
  type SwitchCall,
} from '../../application/ingest/ports';
import type { Decision } from '../../domain/ingest/decision';

/** Has no transactions: claims are final until `rollBack`. */
export class InMemoryCdrStore extends CdrStore {
  readonly cdrs: PostedCdr[] = [];
  private readonly taken = new Map<string, string>();
  private readonly marks = new Map<string, number>();

  override claim(accountId: string, claims: readonly Claim[], now: Date): Promise<Claims> {
    const mark = Math.max(now.getTime(), (this.marks.get(accountId) ?? 0) + 1);
    this.marks.set(accountId, mark);
    const won = claims.filter((claim) => !this.taken.has(keyOf(claim)) && this.taken.set(keyOf(claim), claim.cdrId));
    return Promise.resolve({ won: new Set(won.map(({ cdrId }) => cdrId)), createdAt: new Date(mark) });
  }

  override add(cdrs: readonly PostedCdr[]): Promise<void> {
    this.cdrs.push(...cdrs);
    return Promise.resolve();
  }

  override idsOf(keys: readonly CallKey[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(
      new Map(
        keys.flatMap((key) => (this.taken.has(keyOf(key)) ? [[key.decisionId, this.taken.get(keyOf(key))!]] : [])),
      ),
    );
  }

  override findByTimes(decisionIds: readonly string[], startedAt: Date, endedAt: Date): Promise<string | null> {
    const found = this.cdrs.find(
      (cdr) =>
        decisionIds.includes(cdr.decisionId) &&
        cdr.startedAt.getTime() === startedAt.getTime() &&
        cdr.endedAt.getTime() === endedAt.getTime(),
    );
    return Promise.resolve(found?.id ?? null);
  }

  /** Removes claim and CDR, as the rollback of a transaction does. */
  rollBack(decisionId: string): void {
    for (const key of this.taken.keys()) if (key.startsWith(`${decisionId} `)) this.taken.delete(key);
    const index = this.cdrs.findIndex((cdr) => cdr.decisionId === decisionId);
    if (index >= 0) this.cdrs.splice(index, 1);
  }
}

function keyOf({ decisionId, switchId, callId }: CallKey): string {
  return `${decisionId} ${switchId} ${callId}`;
}

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
}

/** Knows the countries of the samples' numbers. */
export class FakeCountries extends NumberCountries {
  override countryOf(number: string): string | null {
    if (!number.startsWith('+')) return null;
    return number.startsWith('+49') ? 'DE' : number.startsWith('+43') ? 'AT' : null;
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
