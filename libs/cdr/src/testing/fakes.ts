import { CommonErrors, type Page, pageOf } from '@trunkline/kernel';
import {
  CallAccounts,
  type CallCharge,
  CallCharges,
  CallDecisions,
  type CallKey,
  CallStatistics,
  CdrQueries,
  CdrRetention,
  CdrStore,
  type Claim,
  type Claims,
  ClockOffset,
  FreshReads,
  IntakeMeter,
  NumberCountries,
  NumberCounts,
  type PostedCdr,
  type RateFilter,
  RateTable,
  type SettledCall,
  Spending,
  SummaryCache,
  type SwitchCall,
} from '../application/ports';
import type {
  CallFigures,
  CdrDetailView,
  CdrView,
  DashboardSummary,
  EstimatedCdrView,
  RateView,
} from '../application/views';
import type { Decision } from '../domain/ingest/decision';
import type { RateQuote } from '../domain/rating/rating';
import type { CdrRedaction } from '../domain/reads/redaction';

/** Without transactions: what a claim took stays taken. */
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

  /** Takes claim and record back, as a transaction that is rolled back does. */
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
  /** Fails for these amounts. */
  refusedCents: number | null = null;

  override settle(calls: readonly SettledCall[]): Promise<void> {
    if (calls.some(({ charge }) => charge?.amountCents === this.refusedCents))
      return Promise.reject(CommonErrors.not_found());
    this.settled.push(...calls);
    this.posted.push(...calls.flatMap(({ charge }) => charge ?? []));
    return Promise.resolve();
  }
}

/** Countries of the samples' numbers. */
export class FakeCountries extends NumberCountries {
  override countryOf(number: string): string | null {
    if (!number.startsWith('+')) return null;
    return number.startsWith('+49') ? 'DE' : number.startsWith('+43') ? 'AT' : null;
  }
}

export class FakeOffset extends ClockOffset {
  seconds = 0;
}

export class FakeRetention extends CdrRetention {
  days = 400;
}

export class RecordingMeter extends IntakeMeter {
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

  override noteSkew(switchId: string, seconds: number): void {
    this.skews.set(switchId, seconds);
  }
}

export class FakeAccounts extends CallAccounts {
  redaction: CdrRedaction = 'none';
  status: 'active' | 'suspended' = 'active';

  override get() {
    return Promise.resolve({ status: this.status, settings: { cdrRedaction: this.redaction } });
  }
}

export class FakeQueries extends CdrQueries {
  readonly asked: Parameters<CdrQueries['list']>[0][] = [];

  constructor(private readonly rows: readonly CdrDetailView[]) {
    super();
  }

  override list(request: Parameters<CdrQueries['list']>[0]): Promise<Page<CdrView>> {
    this.asked.push(request);
    return Promise.resolve(pageOf(this.rows, request.page.limit, ({ id }) => ({ key: id, id })));
  }

  override listEstimated(): Promise<Page<EstimatedCdrView>> {
    return Promise.resolve({ items: [], next: null });
  }

  override find(accountId: string, id: string): Promise<CdrDetailView | null> {
    return Promise.resolve(this.rows.find((row) => row.id === id && row.accountId === accountId) ?? null);
  }
}

export class FakeRates extends RateTable {
  readonly asked: RateFilter[] = [];

  constructor(
    private readonly quote: RateQuote | null,
    private readonly rates: readonly RateView[] = [],
  ) {
    super();
  }

  override find(): Promise<RateQuote | null> {
    return Promise.resolve(this.quote);
  }

  override list(filter: RateFilter, _now: Date, limit: number): Promise<RateView[]> {
    this.asked.push(filter);
    return Promise.resolve(this.rates.slice(0, limit));
  }
}

export class FakeStatistics extends CallStatistics {
  computed = 0;

  constructor(private readonly known: CallFigures) {
    super();
  }

  override figures(): Promise<CallFigures> {
    this.computed++;
    return Promise.resolve(this.known);
  }

  override recent() {
    const call = {
      id: 'cdr_1',
      direction: 'inbound',
      caller: '+493012345',
      callee: '+4930901820',
      startedAt: new Date(0),
    } as const;
    return Promise.resolve([
      {
        ...call,
        billableDurationSeconds: 1,
        customerTotalCents: 1,
        currency: 'USD',
        hangupCause: 'normal_clearing',
        sipResponseCode: 200,
      },
    ]);
  }
}

export class FakeNumbers extends NumberCounts {
  override countActive(): Promise<number> {
    return Promise.resolve(3);
  }

  override countAssignedSince(_accountId: string, since: Date): Promise<number> {
    return Promise.resolve(since.getUTCDate());
  }
}

export class FakeSpending extends Spending {
  version = 1;

  override balance(): Promise<{ amountCents: number; version: number }> {
    return Promise.resolve({ amountCents: 1_000 - this.version, version: this.version });
  }

  override spentSince(): Promise<number> {
    return Promise.resolve(1_000);
  }
}

export class InMemorySummaries extends SummaryCache {
  readonly kept = new Map<string, DashboardSummary>();

  override get(key: string): Promise<DashboardSummary | null> {
    return Promise.resolve(this.kept.get(key) ?? null);
  }

  override set(key: string, summary: DashboardSummary): Promise<void> {
    this.kept.set(key, summary);
    return Promise.resolve();
  }
}

export class OneFreshRead extends FreshReads {
  private left = 1;

  override take(): Promise<number> {
    return Promise.resolve(this.left-- > 0 ? 0 : 42);
  }
}
