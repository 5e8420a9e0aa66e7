import {
  type Clock,
  destinationClassOf,
  destinationClassText,
  type EventBus,
  newId,
  type Transactor,
} from '@trunkline/kernel';
import { answeredRoute } from '../../domain/ingest/answered-route';
import { isFailedBranch } from '../../domain/ingest/branch-row';
import { type CallMargin, marginOf } from '../../domain/ingest/call-margin';
import type { CallReport } from '../../domain/ingest/call-report';
import { type Cdr, createCdr, remotePartyOf } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import { rateLegs } from '../../domain/rating/rating';
import type { Quarantine } from '../quarantine/ports';
import type {
  CallCharges,
  CallDecisions,
  CdrStore,
  Claim,
  IngestMeter,
  NumberCountries,
  PostedCdr,
  SettledCall,
} from './ports';

/** A report with its decision. */
export interface MatchedCall {
  readonly report: CallReport;
  readonly decision: Decision;
  /** The row as the switch sent it, in case the charge is refused. */
  readonly row: unknown;
}

/** A matched call of an account, which pays for it. */
export interface AccountCall extends MatchedCall {
  readonly accountId: string;
}

interface ClaimedCall extends Claim {
  readonly call: AccountCall;
}

interface Written {
  readonly call: AccountCall;
  readonly cdr: PostedCdr;
}

export interface WrittenCdr {
  readonly outcome: 'recorded' | 'corrected';
  readonly cdrId: string;
}

/** Rates, writes and charges calls in one transaction, so a CDR never exists without its charge. */
export class WriteCdrs {
  constructor(
    private readonly tx: Transactor,
    private readonly store: CdrStore,
    private readonly quarantine: Quarantine,
    private readonly decisions: CallDecisions,
    private readonly events: EventBus,
    private readonly charges: CallCharges,
    private readonly countries: NumberCountries,
    private readonly meter: IngestMeter,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the CDRs that were written, by report; reports of calls that were recorded before, or concurrently, are left
   * out. An answered report replaces the CDR of an unanswered call: see docs/cdrs.md#late-answers. A report of a failed
   * branch only limits the time of the call's hold; any other report ends it. Locks the wallets last, since calls that are being
   * routed wait for them; in a retry, before the charges are computed. Closes the open quarantined rows of the calls, except
   * `quarantineId`, which the caller closes.
   */
  write(
    calls: readonly AccountCall[],
    quarantineId: string | null = null,
  ): Promise<ReadonlyMap<AccountCall, WrittenCdr>> {
    const claims = callsToWrite(calls).map((call) => ({
      ...keyOf(call.report),
      accountId: call.accountId,
      cdrId: newId('cdr'),
      call,
    }));
    const over = new Set(calls.flatMap((call) => (isOver(call) ? call.decision.id : [])));
    let isRetry = quarantineId !== null;
    return this.tx.run(async () => {
      const locksLast = !isRetry;
      isRetry = true;
      const now = this.clock.now();
      const { won, createdAt } = await this.store.claim(claims, now);
      const write = (claim: ClaimedCall) => this.written(claim, createdAt.get(claim.accountId) ?? now);
      const added = claims.filter(({ cdrId }) => won.has(cdrId)).map(write);
      const corrected = await this.correct(
        claims.filter(({ cdrId, call }) => !won.has(cdrId) && isAnswered(call)),
        write,
      );
      const cdrs = [...added, ...corrected].map(({ cdr }) => cdr);
      const settled = settledCalls(cdrs, claims).filter(({ decisionId }) => over.has(decisionId));
      if (cdrs.length > 0) {
        await this.quarantine.resolveBooked(cdrs.map(toBookedCall), now, quarantineId);
        await this.events.publishAll(cdrs.map(toEvent));
      }
      const live = cdrs.flatMap(({ decisionId }) => (over.has(decisionId) ? [] : [decisionId]));
      if (settled.length > 0)
        await this.decisions.markReported(
          settled.map(({ decisionId }) => decisionId),
          now,
        );
      if (live.length > 0) await this.decisions.limitHolds(live);
      if (added.length > 0) await this.store.add(added.map(({ cdr }) => cdr));
      const margins = [...added, ...corrected].flatMap(marginsOf);
      if (margins.length > 0) await this.store.addMargins(margins);
      if (settled.length > 0)
        await (locksLast ? this.charges.settleLockingLast(settled) : this.charges.settle(settled));
      this.tx.afterCommit(() => cdrs.forEach((cdr) => cdr.isLegEstimated && this.meter.countEstimatedLeg()));
      return new Map<AccountCall, WrittenCdr>([
        ...added.map(({ call, cdr }) => [call, { outcome: 'recorded', cdrId: cdr.id }] as const),
        ...corrected.map(({ call, cdr }) => [call, { outcome: 'corrected', cdrId: cdr.id }] as const),
      ]);
    });
  }

  /** Replaces the CDRs of those calls that were recorded as unanswered. The claim has locked them. */
  private async correct(claims: readonly ClaimedCall[], write: (claim: ClaimedCall) => Written): Promise<Written[]> {
    if (claims.length === 0) return [];
    const recorded = await this.store.findMany(claims);
    const unanswered = claims.flatMap((claim) => {
      const cdr = recorded.get(claim.decisionId);
      return cdr && !cdr.isAnswered ? write({ ...claim, cdrId: cdr.cdrId }) : [];
    });
    if (unanswered.length === 0) return [];
    const corrected = await this.store.correct(unanswered.map(({ cdr }) => cdr));
    return unanswered.filter(({ cdr }) => corrected.has(cdr.id));
  }

  private written({ cdrId: id, accountId, call }: ClaimedCall, createdAt: Date): Written {
    const { report, decision } = call;
    const cdr = createCdr({ id, accountId, country: this.countryOf(decision) }, report, decision);
    return { call, cdr: { ...cdr, createdAt, billingTransactionId: transactionIdOf(cdr) } };
  }

  private countryOf(decision: Decision): string | null {
    const number = remotePartyOf(decision);
    return number === null ? null : this.countries.countryOf(number);
  }
}

/** Returns one report per call, in the order of their locks: the first answered one, else the first. */
function callsToWrite(calls: readonly AccountCall[]): AccountCall[] {
  const byDecision = new Map<string, AccountCall>();
  for (const call of calls) {
    const other = byDecision.get(call.decision.id);
    if (!other || (isAnswered(call) && !isAnswered(other))) byDecision.set(call.decision.id, call);
  }
  return [...byDecision.values()].sort((a, b) => (a.decision.id < b.decision.id ? -1 : 1));
}

/** Of a call that was answered. */
function marginsOf({ call: { report, decision }, cdr }: Written): CallMargin[] {
  if (cdr.answeredAt === null) return [];
  const { route } = answeredRoute(report, decision, cdr.billableDurationSeconds);
  return [marginOf({ cdr, inboundCost: decision.cost, route })];
}

function isOver({ report, decision }: AccountCall): boolean {
  return !isFailedBranch(report, decision);
}

/** The calls of the new CDRs, and those of which only failed branches were reported before. */
function settledCalls(cdrs: readonly PostedCdr[], claims: readonly ClaimedCall[]): SettledCall[] {
  const written = new Set(cdrs.map(({ decisionId }) => decisionId));
  const unreported = claims.filter(({ decisionId, call }) => !written.has(decisionId) && !call.decision.reportedAt);
  const rest = unreported.map(({ accountId, decisionId }) => ({ accountId, decisionId, charge: null }));
  return [...cdrs.map(toSettledCall), ...rest];
}

function isAnswered({ report }: AccountCall): boolean {
  return report.answeredAt !== null;
}

function toBookedCall({ accountId, decisionId, switchId, sipCallId: callId, id: cdrId, answeredAt }: PostedCdr) {
  return { accountId, decisionId, switchId, callId, cdrId, isAnswered: answeredAt !== null };
}

function toEvent(cdr: Cdr) {
  const data = {
    cdr_id: cdr.id,
    direction: cdr.direction,
    e164: cdr.e164,
    customer_reference: cdr.customerReference,
    caller_withheld: cdr.isCallerWithheld,
    attestation: cdr.attestation,
    verification: cdr.verification,
    billable_duration_s: cdr.billableDurationSeconds,
    customer_total_cents: cdr.customerTotalCents,
  };
  return { type: 'call.completed', accountId: cdr.accountId, data } as const;
}

/** The call took place, so it is charged even beyond the balance. Its hold covers it, unless the CDR comes late. */
function toSettledCall(cdr: PostedCdr): SettledCall {
  const { accountId, decisionId, id, direction, e164, billingTransactionId } = cdr;
  const { forwardRating, billableDurationSeconds } = cdr;
  if (billingTransactionId === null) return { accountId, decisionId, charge: null };
  const own = e164 === null ? '' : direction === 'inbound' ? ` to ${e164}` : ` from ${e164}`;
  return {
    accountId,
    decisionId,
    charge: {
      accountId,
      amountCents: cdr.customerTotalCents,
      description: `${direction === 'inbound' ? 'Inbound' : 'Outbound'} call${own}`,
      relatedKind: 'cdr',
      relatedId: id,
      reference: id,
      item: `usage_${direction}`,
      usageOf: usageOf(cdr),
      usageSeconds: cdr.billableDurationSeconds,
      forwardCents: forwardRating ? rateLegs([forwardRating], billableDurationSeconds).customerTotalCents : 0,
      transactionId: billingTransactionId,
    },
  };
}

/** Chosen by the application, so that the CDR is written before the wallet is locked. */
function transactionIdOf({ customerTotalCents }: Cdr): string | null {
  return customerTotalCents > 0 ? newId('txn') : null;
}

export function keyOf({ switchId, callId, decisionId }: CallReport) {
  return { switchId, callId, decisionId };
}

function usageOf({ direction, e164, callee }: PostedCdr): string | null {
  if (direction === 'inbound') return e164;
  return callee === null ? null : destinationClassText(destinationClassOf(callee));
}
