import { invalidFields, type Transactor } from '@trunkline/kernel';
import type { MatchReports, Verdict } from '../ingest/match-reports';
import type { CdrStore } from '../ingest/ports';
import { type AccountCall, keyOf, type MatchedCall, type WriteCdrs } from '../ingest/write-cdrs';
import type { CdrQuarantine, QuarantinedRow } from './cdr-quarantine';

/** Members of the row by the names that the switch uses; a member that is left out keeps its value. */
export type Corrections = Readonly<Record<string, unknown>>;

/** Books a quarantined row with an operator's corrections. */
export class RetryQuarantinedRow {
  constructor(
    private readonly tx: Transactor,
    private readonly quarantine: CdrQuarantine,
    private readonly matcher: MatchReports,
    private readonly writer: WriteCdrs,
    private readonly store: CdrStore,
  ) {}

  /**
   * Applies the checks that every row passes. A call that is already recorded is not charged again: the row is closed with
   * the existing CDR. Throws `not_found`, `invalid_state` for a row that is not open, and `invalid_input` when the
   * corrected row cannot be booked.
   */
  async retry(id: string, operator: string, corrections: Corrections): Promise<QuarantinedRow> {
    const row = await this.quarantine.getOpen(id);
    const [verdict] = await this.matcher.match([{ ...row.row, ...corrections }]);
    const bookable = requireBookable(verdict);
    await this.tx.run(async () => {
      const cdrId = bookable.kind === 'repeat' ? bookable.cdrId : await this.book(bookable.call, id);
      await this.quarantine.close(row, {
        state: 'booked',
        cdrId,
        reason: null,
        operator,
        action: 'cdr_quarantine.retry',
        before: Object.fromEntries(Object.keys(corrections).map((name) => [name, Reflect.get(row.row, name) ?? null])),
        after: { ...corrections, cdr_id: cdrId },
      });
    });
    return this.quarantine.get(id);
  }

  private async book(call: AccountCall, id: string): Promise<string> {
    const key = { accountId: call.accountId, ...keyOf(call.report) };
    const written = await this.writer.write([call], id);
    const cdr = written.get(call) ?? (await this.store.findMany([key])).get(key.decisionId);
    if (!cdr) throw new Error('A claimed call has no CDR.');
    return cdr.cdrId;
  }
}

type Bookable =
  | { readonly kind: 'repeat'; readonly cdrId: string }
  | { readonly kind: 'book'; readonly call: AccountCall };

function requireBookable(verdict: Verdict | undefined): Bookable {
  switch (verdict?.kind) {
    case 'repeat':
      return verdict;
    case 'book':
      return { kind: 'book', call: requireAccount(verdict.call) };
    case 'quarantine':
      throw invalidFields(verdict.row.fields);
    case 'reject':
      throw invalidFields(verdict.fields);
    default:
      throw noAccount();
  }
}

function requireAccount(call: MatchedCall): AccountCall {
  const { accountId } = call.decision;
  if (accountId === null) throw noAccount();
  return { ...call, accountId };
}

function noAccount() {
  return invalidFields({ decision_id: 'must name a decision for a call of an account' });
}
