import { type Clock, DomainError } from '@trunkline/kernel';
import { isFailedBranch } from '../../domain/ingest/branch-row';
import type { QuarantineReason } from '../quarantine/ports';
import type { QuarantineRows } from '../quarantine/quarantine-rows';
import type { MatchReports, UnbookableRow, Verdict } from './match-reports';
import type { CallDecisions, CdrStore, IngestMeter, RecordedCall } from './ports';
import { type AccountCall, keyOf, type MatchedCall, type WriteCdrs } from './write-cdrs';

export const REPORT_ROWS_MAX = 1_000;
/** Limited, since calls that are being routed wait for a core while a transaction is written. See docs/benchmarks.md. */
const ROWS_PER_TRANSACTION = 250;

type Fields = Readonly<Record<string, string>>;

/** See docs/cdrs.md#outcomes-of-a-reported-row. */
export type RowOutcome =
  | { readonly outcome: 'recorded' | 'corrected' | 'repeated'; readonly cdrId: string }
  | { readonly outcome: 'ignored' }
  | {
      readonly outcome: 'quarantined';
      readonly quarantineId: string;
      readonly reason: QuarantineReason;
      readonly fields: Fields;
    }
  | { readonly outcome: 'error'; readonly code: string; readonly message: string; readonly fields: Fields };

/** Records the calls that a switch reports. Each row has its own outcome: an invalid row does not affect the others. */
export class RecordCdrs {
  constructor(
    private readonly matcher: MatchReports,
    private readonly decisions: CallDecisions,
    private readonly store: CdrStore,
    private readonly writer: WriteCdrs,
    private readonly quarantine: QuarantineRows,
    private readonly meter: IngestMeter,
    private readonly clock: Clock,
  ) {}

  /** Returns one outcome per row, in their order. Idempotent. Throws only when nothing can be stored. */
  async record(rows: readonly unknown[]): Promise<RowOutcome[]> {
    const verdicts = await this.matcher.match(rows);
    const outcomes = new Map<Verdict, RowOutcome>();
    const unbookable = new Map<Verdict, UnbookableRow>();
    await this.settleIgnored(verdicts);
    for (const verdict of verdicts) {
      if (verdict.kind === 'quarantine') unbookable.set(verdict, verdict.row);
      else if (verdict.kind !== 'book') outcomes.set(verdict, outcomeOf(verdict));
    }
    await this.book(verdicts, outcomes, unbookable);
    // After booking, so that a row that can be booked takes precedence over an unbookable row of the same call.
    const results = await this.quarantine.keep([...unbookable.values()]);
    for (const [index, [verdict, { reason, fields }]] of [...unbookable].entries()) {
      const result = results[index];
      if (!result) throw new Error('A quarantined row has no outcome.');
      outcomes.set(
        verdict,
        'cdrId' in result
          ? { outcome: 'repeated', cdrId: result.cdrId }
          : { outcome: 'quarantined', quarantineId: result.quarantineId, reason, fields },
      );
    }
    return verdicts.map((verdict) => this.counted(outcomes.get(verdict)));
  }

  private async settleIgnored(verdicts: readonly Verdict[]): Promise<void> {
    const ids = verdicts.flatMap((each) => (each.kind === 'ignore' && each.decision ? [each.decision.id] : []));
    if (ids.length > 0) await this.decisions.markReported(ids, this.clock.now());
  }

  private async book(
    verdicts: readonly Verdict[],
    outcomes: Map<Verdict, RowOutcome>,
    unbookable: Map<Verdict, UnbookableRow>,
  ): Promise<void> {
    const verdictOf = new Map<MatchedCall, Verdict>();
    const calls: AccountCall[] = [];
    for (const verdict of verdicts) {
      if (verdict.kind !== 'book') continue;
      const call = withAccount(verdict.call);
      calls.push(call);
      verdictOf.set(call, verdict);
    }
    for (const chunk of chunksInOrder(calls)) {
      for (const [call, result] of await this.recordCalls(chunk)) {
        const verdict = verdictOf.get(call);
        if (!verdict) throw new Error('A recorded call was not requested.');
        if ('outcome' in result) outcomes.set(verdict, result);
        else unbookable.set(verdict, result);
      }
    }
  }

  /** Writes the chunk in one transaction; if that fails, each half of it, so that only the row at fault is left out. */
  private async recordCalls(chunk: readonly AccountCall[]): Promise<[MatchedCall, RowOutcome | UnbookableRow][]> {
    try {
      return await this.write(chunk);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (chunk.length === 1) return chunk.map((call) => [call, chargeRefused(call, error)]);
    }
    const middle = Math.ceil(chunk.length / 2);
    return [...(await this.recordCalls(chunk.slice(0, middle))), ...(await this.recordCalls(chunk.slice(middle)))];
  }

  private async write(chunk: readonly AccountCall[]): Promise<[MatchedCall, RowOutcome][]> {
    const written = await this.writer.write(chunk);
    const repeats = chunk
      .filter((call) => !written.has(call))
      .map(({ accountId, report }) => ({ accountId, ...keyOf(report) }));
    const known = repeats.length === 0 ? new Map<string, RecordedCall>() : await this.store.findMany(repeats);
    return chunk.map((call) => {
      const cdrId = known.get(call.decision.id)?.cdrId;
      const outcome = written.get(call) ?? (cdrId && { outcome: 'repeated' as const, cdrId });
      if (!outcome) throw new Error('A repeated call has no CDR.');
      return [call, outcome];
    });
  }

  private counted(outcome: RowOutcome | undefined): RowOutcome {
    if (!outcome) throw new Error('A reported row has no outcome.');
    this.meter.countOutcome(outcome.outcome);
    return outcome;
  }
}

function outcomeOf(verdict: Exclude<Verdict, { kind: 'book' | 'quarantine' }>): RowOutcome {
  if (verdict.kind === 'repeat') return { outcome: 'repeated', cdrId: verdict.cdrId };
  if (verdict.kind === 'ignore') return { outcome: 'ignored' };
  return { outcome: 'error', code: 'invalid_input', message: 'Some fields are not valid.', fields: verdict.fields };
}

function chargeRefused({ report, decision, row }: MatchedCall, error: DomainError): UnbookableRow {
  const saysAnswered = report.answeredAt !== null;
  const fields = { charge: error.message };
  return {
    reason: 'charge_refused',
    fields,
    decision,
    keys: keyOf(report),
    saysAnswered,
    isFailedBranch: isFailedBranch(report, decision),
    row,
  };
}

function withAccount(call: MatchedCall): AccountCall {
  const { accountId } = call.decision;
  if (accountId === null) throw new Error('A call without an account cannot be booked.');
  return { ...call, accountId };
}

/** Keeps the calls of an account together, so that few transactions lock its wallet. */
function chunksInOrder(calls: readonly AccountCall[]): AccountCall[][] {
  const ordered = calls.toSorted((a, b) => (a.accountId < b.accountId ? -1 : Number(a.accountId > b.accountId)));
  return Array.from({ length: Math.ceil(ordered.length / ROWS_PER_TRANSACTION) }, (_, index) =>
    ordered.slice(index * ROWS_PER_TRANSACTION, (index + 1) * ROWS_PER_TRANSACTION),
  );
}
