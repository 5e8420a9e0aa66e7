import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import type { CallReport } from '../../domain/ingest/call-report';
import { type Cdr, farEndOf, recordOf } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import type { CallCharges, CdrStore, IntakeMeter, NumberCountries, PostedCdr, SettledCall } from './ports';
import type { SettleCalls } from './settle-calls';

/** A report whose decision is known. */
export interface DecidedCall {
  readonly report: CallReport;
  readonly decision: Decision;
  /** As the switch sent it, in case that it cannot be booked after all. */
  readonly row: unknown;
}

/** Writes, rates and charges calls of one account in one transaction: a record is never without its charge. */
export class WriteCdrs {
  constructor(
    private readonly tx: Transactor,
    private readonly store: CdrStore,
    private readonly settle: SettleCalls,
    private readonly charges: CallCharges,
    private readonly countries: NumberCountries,
    private readonly meter: IntakeMeter,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the ids of what is new, by decision, and leaves out what was reported before, or is meanwhile. The wallet's row
   * is locked last, right before the commit: the calls of the account that are being routed wait for it.
   * `quarantineId`: the row that is booked, whose closing is the caller's.
   */
  execute(
    accountId: string,
    calls: readonly DecidedCall[],
    quarantineId: string | null = null,
  ): Promise<ReadonlyMap<string, string>> {
    const claims = calls
      .map(({ report, decision }) => ({ ...keyOf(report), cdrId: newId('cdr'), report, decision }))
      .sort((a, b) => (a.decisionId < b.decisionId ? -1 : 1));
    return this.tx.run(async () => {
      const now = this.clock.now();
      const { won, createdAt } = await this.store.claim(accountId, claims, now);
      const fresh = claims.filter(({ cdrId }) => won.has(cdrId));
      if (fresh.length === 0) return new Map();
      const cdrs = fresh.map(({ cdrId: id, report, decision }) =>
        recordOf({ id, accountId, country: this.countryOf(decision) }, report, decision),
      );
      await this.settle.execute(fresh, cdrs, now, quarantineId);
      const posted = cdrs.map((cdr) => ({ ...cdr, createdAt, billingTransactionId: transactionIdOf(cdr) }));
      await this.store.add(posted);
      await this.charges.settle(posted.map(endOf));
      this.tx.afterCommit(() => cdrs.forEach((cdr) => cdr.isLegEstimated && this.meter.countEstimatedLeg()));
      return new Map(cdrs.map(({ decisionId, id }) => [decisionId, id]));
    });
  }

  private countryOf(decision: Decision): string | null {
    const number = farEndOf(decision);
    return number === null ? null : this.countries.countryOf(number);
  }
}

/** The call has happened, so it is charged even beyond the balance; what it held covers it, unless its CDR comes late. */
function endOf(cdr: PostedCdr): SettledCall {
  const { accountId, decisionId, id, customerTotalCents: amountCents, direction, e164, billingTransactionId } = cdr;
  if (billingTransactionId === null) return { accountId, decisionId, charge: null };
  const own = e164 === null ? '' : direction === 'inbound' ? ` to ${e164}` : ` from ${e164}`;
  const description = `${direction === 'inbound' ? 'Inbound' : 'Outbound'} call${own}`;
  const related = { relatedKind: 'cdr', relatedId: id, reference: id, item: `usage_${direction}` } as const;
  return {
    accountId,
    decisionId,
    charge: { accountId, amountCents, description, ...related, transactionId: billingTransactionId },
  };
}

/** Chosen here, so that the record is written before the wallet is locked. */
function transactionIdOf({ customerTotalCents }: Cdr): string | null {
  return customerTotalCents > 0 ? newId('txn') : null;
}

export function keyOf({ switchId, callId, decisionId }: CallReport) {
  return { switchId, callId, decisionId };
}
