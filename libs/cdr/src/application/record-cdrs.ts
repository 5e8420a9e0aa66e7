import { DomainError } from '@trunkline/kernel';
import { type CallReport, readReport } from '../domain/call-report';
import type { Decision } from '../domain/cdr';
import type { CallDecisions, CdrStore } from './ports';
import { type DecidedCall, keyOf, type WriteCdrs } from './write-cdrs';

/** Contract, section 21. */
export const REPORT_ROWS_MAX = 1_000;
/** Few enough that a wallet is not locked for long, enough that a batch is a handful of transactions. */
const ROWS_PER_TRANSACTION = 100;

export type RowOutcome =
  | { readonly outcome: 'recorded' | 'repeated'; readonly cdrId: string }
  /** A call that belonged to no account, a wrong number for one: known, and nothing to record. */
  | { readonly outcome: 'ignored' }
  | {
      readonly outcome: 'error';
      readonly code: string;
      readonly message: string;
      readonly fields?: Readonly<Record<string, string>>;
    };

type Looked = { readonly call: DecidedCall } | { readonly outcome: RowOutcome };

/** Takes the reports of a switch: each row has an outcome of its own, and a bad one costs the good ones nothing. */
export class RecordCdrs {
  constructor(
    private readonly decisions: CallDecisions,
    private readonly store: CdrStore,
    private readonly writer: WriteCdrs,
  ) {}

  /** One outcome per row, in their order. Sending rows again is harmless. Throws only when nothing can be stored. */
  async execute(rows: readonly unknown[]): Promise<RowOutcome[]> {
    const looked = await this.lookUp(rows);
    const calls = looked.flatMap((each) => ('call' in each ? [each.call] : []));
    const outcomes = new Map<DecidedCall, RowOutcome>();
    for (const chunk of chunksByAccount(calls)) {
      for (const [call, outcome] of await this.record(chunk)) outcomes.set(call, outcome);
    }
    return looked.map((each) => ('call' in each ? (outcomes.get(each.call) ?? { outcome: 'ignored' }) : each.outcome));
  }

  private async lookUp(rows: readonly unknown[]): Promise<Looked[]> {
    const read = rows.map((row) => readReport(row));
    const ids = new Set(read.flatMap((each) => ('report' in each ? [each.report.decisionId] : [])));
    const decisions = ids.size === 0 ? [] : await this.decisions.findMany([...ids]);
    const byId = new Map(decisions.map((decision) => [decision.id, decision]));
    return read.map((each) => {
      if ('faults' in each) return { outcome: invalid(each.faults) };
      return match(each.report, byId.get(each.report.decisionId));
    });
  }

  /** The chunk at once; when that fails, row by row, so that the one at fault is found and the others are kept. */
  private async record(chunk: readonly DecidedCall[]): Promise<[DecidedCall, RowOutcome][]> {
    try {
      return await this.write(chunk);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (chunk.length === 1) return chunk.map((call) => [call, fault(error.code, error.message)]);
    }
    const each: [DecidedCall, RowOutcome][] = [];
    for (const call of chunk) each.push(...(await this.record([call])));
    return each;
  }

  private async write(chunk: readonly DecidedCall[]): Promise<[DecidedCall, RowOutcome][]> {
    const [first] = chunk;
    const accountId = first?.decision.accountId;
    if (!accountId) {
      await this.decisions.markReported(chunk.map(({ decision }) => decision.id));
      return chunk.map((call) => [call, { outcome: 'ignored' }]);
    }
    const fresh = await this.writer.execute(accountId, chunk);
    const old = chunk.filter(({ decision }) => !fresh.has(decision.id)).map(({ report }) => keyOf(report));
    const known = old.length === 0 ? new Map<string, string>() : await this.store.idsOf(old);
    // Of two rows of one call in a chunk the first is recorded, the second is the repeat.
    const firsts = new Map(chunk.map((call) => [call.decision.id, call] as const).reverse());
    return chunk.map((call) => {
      const { id } = call.decision;
      const outcome = fresh.has(id) && firsts.get(id) === call ? 'recorded' : 'repeated';
      return [call, { outcome, cdrId: fresh.get(id) ?? known.get(id) ?? '' }];
    });
  }
}

function match(report: CallReport, decision: Decision | undefined): Looked {
  if (!decision) return { outcome: fault('unknown_decision', 'There is no such decision.') };
  if (decision.switchId !== report.switchId || decision.callId !== report.callId)
    return { outcome: fault('decision_mismatch', 'The decision was made for another call.') };
  const { branch } = report;
  const routes = decision.routes.length;
  // Which route was answered decides what it costs; a decision that refuses has none to tell apart.
  if (branch !== null && routes > 0 && branch >= routes)
    return { outcome: invalid({ branch: `must be less than ${routes}, the routes of the decision` }) };
  return { call: { report, decision } };
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

function invalid(fields: Readonly<Record<string, string>>): RowOutcome {
  return fault('invalid_input', 'Some fields are not valid.', fields);
}

function fault(code: string, message: string, fields?: Readonly<Record<string, string>>): RowOutcome {
  return { outcome: 'error', code, message, ...(fields && { fields }) };
}
