import type { Clock, Transactor } from '@trunkline/kernel';
import type { CallCharges, CallDecisions } from '../ingest/ports';
import type { CdrQuarantine, QuarantinedRow } from './cdr-quarantine';

/** Closes a quarantined row without booking it. */
export class DiscardQuarantinedRow {
  constructor(
    private readonly tx: Transactor,
    private readonly quarantine: CdrQuarantine,
    private readonly decisions: CallDecisions,
    private readonly charges: CallCharges,
    private readonly clock: Clock,
  ) {}

  /**
   * Also settles the row's decision, unless the row contradicts it. A later row of the same call that can be booked is
   * still booked. Throws `not_found`, and `invalid_state` for a row that is not open.
   */
  async discard(id: string, operator: string, reason: string): Promise<QuarantinedRow> {
    const row = await this.quarantine.getOpen(id);
    await this.tx.run(async () => {
      await this.quarantine.close(row, {
        state: 'discarded',
        cdrId: null,
        reason,
        operator,
        action: 'cdr_quarantine.discard',
        before: { state: 'open' },
        after: { state: 'discarded', reason },
      });
      if (row.decisionId !== null && row.reason !== 'decision_mismatch')
        await this.settle(row.decisionId, row.accountId);
    });
    return this.quarantine.get(id);
  }

  /** Takes the call off the list of unreported calls and releases its hold. */
  private async settle(decisionId: string, accountId: string | null): Promise<void> {
    await this.decisions.markReported([decisionId], this.clock.now());
    if (accountId !== null) await this.charges.settle([{ accountId, decisionId, charge: null }]);
  }
}
