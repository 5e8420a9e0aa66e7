import type { Transactor } from '@trunkline/kernel';
import type { CallCharges, CallDecisions } from '../ingest/ports';
import type { CloseQuarantined } from './close-quarantined';
import type { QuarantinedRow, QuarantinedRows } from './quarantined-rows';

/** Closes a quarantined row without booking it. */
export class DiscardQuarantined {
  constructor(
    private readonly tx: Transactor,
    private readonly rows: QuarantinedRows,
    private readonly decisions: CallDecisions,
    private readonly charges: CallCharges,
    private readonly closing: CloseQuarantined,
  ) {}

  /**
   * Settles the decision too, unless the row contradicts it. A later row of the same call that can be booked is booked all
   * the same. Throws `not_found`, and `invalid_state` for a row that is not open.
   */
  async execute(id: string, operator: string, reason: string): Promise<QuarantinedRow> {
    const kept = await this.rows.getOpen(id);
    await this.tx.run(async () => {
      await this.closing.execute(kept, {
        ...{ state: 'discarded', cdrId: null, reason, operator, action: 'cdr_quarantine.discard' },
        ...{ before: { state: 'open' }, after: { state: 'discarded', reason } },
      });
      if (kept.decisionId !== null && kept.reason !== 'decision_mismatch')
        await this.settle(kept.decisionId, kept.accountId);
    });
    return this.rows.get(id);
  }

  /** The call is off the list of those without a CDR, and holds no money any more. */
  private async settle(decisionId: string, accountId: string | null): Promise<void> {
    await this.decisions.markReported([decisionId]);
    if (accountId !== null) await this.charges.settle([{ accountId, decisionId, charge: null }]);
  }
}
