import { type Clock, type EventBus, newId, type Transactor } from '@trunkline/kernel';
import type { CallReport } from '../domain/call-report';
import { type Cdr, type Decision, recordOf } from '../domain/cdr';
import type { CallCharges, CallDecisions, CdrStore, PostedCdr } from './ports';

/** A report whose decision is known. */
export interface DecidedCall {
  readonly report: CallReport;
  readonly decision: Decision;
}

/** Writes, rates and charges calls of one account in one transaction: a record is never without its charge. */
export class WriteCdrs {
  constructor(
    private readonly tx: Transactor,
    private readonly store: CdrStore,
    private readonly decisions: CallDecisions,
    private readonly charges: CallCharges,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** The ids of what is new, by decision; what was reported before, or is so meanwhile, is left out. */
  execute(accountId: string, calls: readonly DecidedCall[]): Promise<ReadonlyMap<string, string>> {
    const claims = calls
      .map(({ report, decision }) => ({ ...keyOf(report), cdrId: newId('cdr'), report, decision }))
      .sort((a, b) => (a.decisionId < b.decisionId ? -1 : 1));
    return this.tx.run(async () => {
      const { won, createdAt } = await this.store.claim(accountId, claims, this.clock.now());
      const posted: PostedCdr[] = [];
      for (const { cdrId, report, decision } of claims.filter((claim) => won.has(claim.cdrId))) {
        const cdr = recordOf(cdrId, accountId, report, decision);
        posted.push({ ...cdr, createdAt, billingTransactionId: await this.charge(cdr) });
      }
      if (posted.length === 0) return new Map();
      await this.store.add(posted);
      for (const cdr of posted) await this.announce(cdr);
      await this.decisions.markReported(posted.map(({ decisionId }) => decisionId));
      return new Map(posted.map(({ decisionId, id }) => [decisionId, id]));
    });
  }

  /** The call has happened, so it is charged even beyond the balance; it was cut before that went far. */
  private async charge({ accountId, id, customerTotalCents, direction, e164 }: Cdr): Promise<string | null> {
    if (customerTotalCents === 0) return null;
    const own = e164 === null ? '' : direction === 'inbound' ? ` to ${e164}` : ` from ${e164}`;
    const description = `${direction === 'inbound' ? 'Inbound' : 'Outbound'} call${own}`;
    const related = { relatedKind: 'cdr', relatedId: id, reference: id, item: `usage_${direction}` } as const;
    const order = { accountId, amountCents: customerTotalCents, description, ...related, overdraft: true };
    return (await this.charges.charge(order)).transactionId;
  }

  private async announce(cdr: Cdr): Promise<void> {
    const data = {
      cdr_id: cdr.id,
      direction: cdr.direction,
      e164: cdr.e164,
      billable_duration_s: cdr.billableDurationSeconds,
      customer_total_cents: cdr.customerTotalCents,
    };
    await this.events.publish({ type: 'call.completed', accountId: cdr.accountId, data });
  }
}

export function keyOf({ switchId, callId, decisionId }: CallReport) {
  return { switchId, callId, decisionId };
}
