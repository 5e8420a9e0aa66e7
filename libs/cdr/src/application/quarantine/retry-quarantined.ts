import { invalidFields, type Transactor } from '@trunkline/kernel';
import type { MatchReports, Verdict } from '../ingest/match-reports';
import type { CdrStore } from '../ingest/ports';
import { type DecidedCall, keyOf, type WriteCdrs } from '../ingest/write-cdrs';
import type { CloseQuarantined } from './close-quarantined';
import type { QuarantinedRow, QuarantinedRows } from './quarantined-rows';

/** Members of the row in the switch's words; a member that is left out stays as it was. */
export type Corrections = Readonly<Record<string, unknown>>;

/** Books a quarantined row as an operator corrected it. */
export class RetryQuarantined {
  constructor(
    private readonly tx: Transactor,
    private readonly rows: QuarantinedRows,
    private readonly matcher: MatchReports,
    private readonly writer: WriteCdrs,
    private readonly store: CdrStore,
    private readonly closing: CloseQuarantined,
  ) {}

  /**
   * Through the checks that every row passes. A call that is recorded already is not charged again: the row is closed with
   * that record. Throws `not_found`, `invalid_state` for a row that is not open, and `invalid_input` when the corrected row
   * cannot be booked either.
   */
  async execute(id: string, operator: string, corrections: Corrections): Promise<QuarantinedRow> {
    const kept = await this.rows.getOpen(id);
    const [verdict] = await this.matcher.execute([{ ...kept.row, ...corrections }]);
    const bookable = requireBookable(verdict);
    await this.tx.run(async () => {
      const cdrId = bookable.kind === 'repeat' ? bookable.cdrId : await this.book(bookable.call, id);
      await this.closing.execute(kept, {
        ...{ state: 'booked', cdrId, reason: null, operator, action: 'cdr_quarantine.retry' },
        before: Object.fromEntries(Object.keys(corrections).map((name) => [name, Reflect.get(kept.row, name) ?? null])),
        after: { ...corrections, cdr_id: cdrId },
      });
    });
    return this.rows.get(id);
  }

  private async book(call: DecidedCall & { readonly accountId: string }, id: string): Promise<string> {
    const key = keyOf(call.report);
    const recorded = await this.writer.execute(call.accountId, [call], id);
    const cdrId = recorded.get(key.decisionId) ?? (await this.store.idsOf([key])).get(key.decisionId);
    if (!cdrId) throw new Error('A claimed call has no record.');
    return cdrId;
  }
}

type Bookable =
  | { readonly kind: 'repeat'; readonly cdrId: string }
  | { readonly kind: 'book'; readonly call: DecidedCall & { readonly accountId: string } };

function requireBookable(verdict: Verdict | undefined): Bookable {
  switch (verdict?.kind) {
    case 'repeat':
      return verdict;
    case 'book':
      return { kind: 'book', call: ofAnAccount(verdict.call) };
    case 'quarantine':
      throw invalidFields(verdict.suspect.fields);
    case 'refuse':
      throw invalidFields(verdict.fields);
    default:
      throw noAccount();
  }
}

function ofAnAccount(call: DecidedCall): DecidedCall & { readonly accountId: string } {
  const { accountId } = call.decision;
  if (accountId === null) throw noAccount();
  return { ...call, accountId };
}

function noAccount() {
  return invalidFields({ decision_id: 'must name a decision about a call of an account' });
}
