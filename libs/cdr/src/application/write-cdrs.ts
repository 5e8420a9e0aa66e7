import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import type { CallReport } from '../domain/call-report';
import { type Cdr, farEndOf, recordOf } from '../domain/cdr';
import type { Decision } from '../domain/decision';
import type { CallCharge, CallCharges, CdrStore, IntakeMeter, NumberCountries } from './ports';
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
   * is locked last, and for two statements before the commit: the calls of the account that are being routed wait for it.
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
      const charged = await this.charge(cdrs);
      await this.store.add(
        cdrs.map((cdr) => ({ ...cdr, createdAt, billingTransactionId: charged.get(cdr.id) ?? null })),
      );
      this.tx.afterCommit(() => cdrs.forEach((cdr) => cdr.isLegEstimated && this.meter.countEstimatedLeg()));
      return new Map(cdrs.map(({ decisionId, id }) => [decisionId, id]));
    });
  }

  private countryOf(decision: Decision): string | null {
    const number = farEndOf(decision);
    return number === null ? null : this.countries.countryOf(number);
  }

  /** The calls have happened, so they are charged even beyond the balance. Transaction ids by record. */
  private async charge(cdrs: readonly Cdr[]): Promise<ReadonlyMap<string, string>> {
    const priced = cdrs.filter(({ customerTotalCents }) => customerTotalCents > 0);
    if (priced.length === 0) return new Map();
    const posted = await this.charges.chargeAll(priced.map(chargeOf));
    return new Map(priced.flatMap(({ id }, index) => (posted[index] ? [[id, posted[index].transactionId]] : [])));
  }
}

export function keyOf({ switchId, callId, decisionId }: CallReport) {
  return { switchId, callId, decisionId };
}

function chargeOf({ accountId, id, customerTotalCents, direction, e164 }: Cdr): CallCharge {
  const own = e164 === null ? '' : direction === 'inbound' ? ` to ${e164}` : ` from ${e164}`;
  const description = `${direction === 'inbound' ? 'Inbound' : 'Outbound'} call${own}`;
  const related = { relatedKind: 'cdr', relatedId: id, reference: id, item: `usage_${direction}` } as const;
  return { accountId, amountCents: customerTotalCents, description, ...related, overdraft: true };
}
