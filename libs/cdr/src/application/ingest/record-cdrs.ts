import { DomainError } from '@trunkline/kernel';
import type { MatchReports, Suspect, Verdict } from './match-reports';
import type { CallDecisions, CdrStore, IntakeMeter } from './ports';
import type { QuarantineReason } from '../quarantine/ports';
import type { QuarantineRows } from '../quarantine/quarantine-rows';
import { type DecidedCall, keyOf, type WriteCdrs } from './write-cdrs';

export const REPORT_ROWS_MAX = 1_000;
/** Few, since calls of the account that are being routed wait for its wallet meanwhile. */
const ROWS_PER_TRANSACTION = 20;

type Fields = Readonly<Record<string, string>>;

export type RowOutcome =
  | { readonly outcome: 'recorded' | 'repeated'; readonly cdrId: string }
  /** An unanswered call of no account, or without a decision: nothing to record. */
  | { readonly outcome: 'ignored' }
  /** Kept for an operator. */
  | {
      readonly outcome: 'quarantined';
      readonly quarantineId: string;
      readonly reason: QuarantineReason;
      readonly fields: Fields;
    }
  /** Not kept: it carries neither a known decision nor an answer. */
  | { readonly outcome: 'error'; readonly code: string; readonly message: string; readonly fields: Fields };

/** Records the calls that a switch reports: each row has an outcome of its own, and a bad one costs the good ones nothing. */
export class RecordCdrs {
  constructor(
    private readonly matcher: MatchReports,
    private readonly decisions: CallDecisions,
    private readonly store: CdrStore,
    private readonly writer: WriteCdrs,
    private readonly quarantine: QuarantineRows,
    private readonly meter: IntakeMeter,
  ) {}

  /** One outcome per row, in their order. Sending rows again is harmless. Throws only when nothing can be stored. */
  async execute(rows: readonly unknown[]): Promise<RowOutcome[]> {
    const verdicts = await this.matcher.execute(rows);
    const outcomes = new Map<Verdict, RowOutcome>();
    const suspects = new Map<Verdict, Suspect>();
    await this.settleIgnored(verdicts);
    for (const verdict of verdicts) {
      if (verdict.kind === 'quarantine') suspects.set(verdict, verdict.suspect);
      else if (verdict.kind !== 'book') outcomes.set(verdict, outcomeOf(verdict));
    }
    await this.book(verdicts, outcomes, suspects);
    // After the others, so that a row that can be booked wins over a spoilt one of the same call.
    const kept = await this.quarantine.execute([...suspects.values()]);
    for (const [index, [verdict, { reason, fields }]] of [...suspects].entries()) {
      const row = kept[index];
      if (!row) throw new Error('A quarantined row has no outcome.');
      outcomes.set(
        verdict,
        'cdrId' in row ? { outcome: 'repeated', ...row } : { outcome: 'quarantined', ...row, reason, fields },
      );
    }
    return verdicts.map((verdict) => this.counted(outcomes.get(verdict)));
  }

  private async settleIgnored(verdicts: readonly Verdict[]): Promise<void> {
    const ids = verdicts.flatMap((each) => (each.kind === 'ignore' && each.decision ? [each.decision.id] : []));
    if (ids.length > 0) await this.decisions.markReported(ids);
  }

  private async book(
    verdicts: readonly Verdict[],
    outcomes: Map<Verdict, RowOutcome>,
    suspects: Map<Verdict, Suspect>,
  ): Promise<void> {
    const verdictOf = new Map(verdicts.flatMap((each) => (each.kind === 'book' ? [[each.call, each] as const] : [])));
    for (const chunk of chunksByAccount([...verdictOf.keys()])) {
      for (const [call, result] of await this.record(chunk)) {
        const verdict = verdictOf.get(call);
        if (!verdict) throw new Error('A recorded call was not asked for.');
        if ('outcome' in result) outcomes.set(verdict, result);
        else suspects.set(verdict, result);
      }
    }
  }

  /** The chunk at once; when that fails, row by row, so that the one at fault is found and the others are recorded. */
  private async record(chunk: readonly DecidedCall[]): Promise<[DecidedCall, RowOutcome | Suspect][]> {
    try {
      return await this.write(chunk);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (chunk.length === 1) return chunk.map((call) => [call, refusedCharge(call, error)]);
    }
    const each: [DecidedCall, RowOutcome | Suspect][] = [];
    for (const call of chunk) each.push(...(await this.record([call])));
    return each;
  }

  private async write(chunk: readonly DecidedCall[]): Promise<[DecidedCall, RowOutcome][]> {
    const accountId = chunk[0]?.decision.accountId;
    if (!accountId) throw new Error('A call of no account cannot be booked.');
    const recorded = await this.writer.execute(accountId, chunk);
    const old = chunk.filter(({ decision }) => !recorded.has(decision.id)).map(({ report }) => keyOf(report));
    const known = old.length === 0 ? new Map<string, string>() : await this.store.idsOf(old);
    // Of two rows of one call in a chunk the first is recorded, the second is the repeat.
    const firsts = new Map(chunk.map((call) => [call.decision.id, call] as const).reverse());
    return chunk.map((call) => {
      const { id } = call.decision;
      const outcome = recorded.has(id) && firsts.get(id) === call ? 'recorded' : 'repeated';
      return [call, { outcome, cdrId: recorded.get(id) ?? known.get(id) ?? '' }];
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

function refusedCharge({ report, decision, row }: DecidedCall, error: DomainError): Suspect {
  return { reason: 'charge_refused', fields: { charge: error.message }, decision, keys: keyOf(report), row };
}

function chunksByAccount(calls: readonly DecidedCall[]): DecidedCall[][] {
  const accounts = new Map<string | null, DecidedCall[]>();
  for (const call of calls) {
    const known = accounts.get(call.decision.accountId);
    if (known) known.push(call);
    else accounts.set(call.decision.accountId, [call]);
  }
  return [...accounts.values()].flatMap((each) =>
    Array.from({ length: Math.ceil(each.length / ROWS_PER_TRANSACTION) }, (_, index) =>
      each.slice(index * ROWS_PER_TRANSACTION, (index + 1) * ROWS_PER_TRANSACTION),
    ),
  );
}
