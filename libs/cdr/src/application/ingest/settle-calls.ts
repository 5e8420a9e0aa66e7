import type { EventBus } from '@trunkline/kernel';
import type { Cdr } from '../../domain/ingest/cdr';
import type { CallDecisions, CallKey } from './ports';
import type { Quarantine } from '../quarantine/ports';

type Settled = CallKey & { readonly cdrId: string };

/** What follows from a record in other places than the records and the wallet. */
export class SettleCalls {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly decisions: CallDecisions,
    private readonly events: EventBus,
  ) {}

  /** Joins the transaction, and touches no wallet: what the calls held ends with their charge. */
  async execute(calls: readonly Settled[], cdrs: readonly Cdr[], now: Date, exceptId: string | null): Promise<void> {
    await this.quarantine.resolveBooked(calls, now, exceptId);
    await this.events.publishAll(cdrs.map(completed));
    await this.decisions.markReported(cdrs.map(({ decisionId }) => decisionId));
  }
}

function completed(cdr: Cdr) {
  const data = {
    cdr_id: cdr.id,
    direction: cdr.direction,
    e164: cdr.e164,
    billable_duration_s: cdr.billableDurationSeconds,
    customer_total_cents: cdr.customerTotalCents,
  };
  return { type: 'call.completed', accountId: cdr.accountId, data } as const;
}
