import { type Clock, type EventBus, newId, type Transactor } from '@trunkline/kernel';
import type { CallReport } from '../../domain/ingest/call-report';
import { type Cdr, createCdr, remotePartyOf } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import type { Quarantine } from '../quarantine/ports';
import type {
  CallCharges,
  CallDecisions,
  CdrStore,
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
   * Returns the ids of the new CDRs by decision; calls that were recorded before, or concurrently, are left out. Locks the
   * wallets last, since calls that are being routed wait for them; in a retry, before the charges are computed. Closes the
   * open quarantined rows of the calls, except `quarantineId`, which the caller closes.
   */
  execute(calls: readonly AccountCall[], quarantineId: string | null = null): Promise<ReadonlyMap<string, string>> {
    const claims = calls
      .map((call) => ({ ...call, ...keyOf(call.report), cdrId: newId('cdr') }))
      .sort((a, b) => (a.decisionId < b.decisionId ? -1 : 1));
    let isRetry = quarantineId !== null;
    return this.tx.run(async () => {
      const locksLast = !isRetry;
      isRetry = true;
      const now = this.clock.now();
      const { won, createdAt } = await this.store.claim(claims, now);
      const fresh = claims.filter(({ cdrId }) => won.has(cdrId));
      if (fresh.length === 0) return new Map();
      const cdrs = fresh.map(({ cdrId: id, accountId, report, decision }) =>
        createCdr({ id, accountId, country: this.countryOf(decision) }, report, decision),
      );
      await this.quarantine.resolveBooked(fresh, now, quarantineId);
      await this.events.publishAll(cdrs.map(toEvent));
      await this.decisions.markReported(cdrs.map(({ decisionId }) => decisionId));
      const posted = cdrs.map((cdr) => ({
        ...cdr,
        createdAt: createdAt.get(cdr.accountId) ?? now,
        billingTransactionId: transactionIdOf(cdr),
      }));
      await this.store.add(posted);
      const settled = posted.map(toSettledCall);
      await (locksLast ? this.charges.settleLockingLast(settled) : this.charges.settle(settled));
      this.tx.afterCommit(() => cdrs.forEach((cdr) => cdr.isLegEstimated && this.meter.countEstimatedLeg()));
      return new Map(cdrs.map(({ decisionId, id }) => [decisionId, id]));
    });
  }

  private countryOf(decision: Decision): string | null {
    const number = remotePartyOf(decision);
    return number === null ? null : this.countries.countryOf(number);
  }
}

function toEvent(cdr: Cdr) {
  const data = {
    cdr_id: cdr.id,
    direction: cdr.direction,
    e164: cdr.e164,
    billable_duration_s: cdr.billableDurationSeconds,
    customer_total_cents: cdr.customerTotalCents,
  };
  return { type: 'call.completed', accountId: cdr.accountId, data } as const;
}

/** The call took place, so it is charged even beyond the balance. Its hold covers it, unless the CDR comes late. */
function toSettledCall(cdr: PostedCdr): SettledCall {
  const { accountId, decisionId, id, direction, e164, billingTransactionId } = cdr;
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
