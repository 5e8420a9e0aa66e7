import { addSeconds, type Clock } from '@trunkline/kernel';
import { isFailedBranch } from '../../domain/ingest/branch-row';
import { shiftTimes } from '../../domain/ingest/call-report';
import type { Decision } from '../../domain/ingest/decision';
import { findMismatch } from '../../domain/ingest/report-check';
import type {
  CallDecisions,
  CdrStore,
  ClockOffset,
  IngestMeter,
  ReadRow,
  RecordedCall,
  RowKeys,
  RowReader,
  SwitchCall,
} from './ports';
import type { QuarantineReason } from '../quarantine/ports';
import type { MatchedCall } from './write-cdrs';

/** A row that goes to the quarantine instead of being booked. */
export interface UnbookableRow {
  readonly reason: QuarantineReason;
  readonly fields: Readonly<Record<string, string>>;
  readonly decision: Decision | null;
  readonly keys: RowKeys;
  readonly saysAnswered: boolean;
  /** The row does not show that the call is over: another route may still answer. */
  readonly isFailedBranch: boolean;
  readonly row: unknown;
}

export type Verdict =
  | { readonly kind: 'book'; readonly call: MatchedCall }
  | { readonly kind: 'repeat'; readonly cdrId: string }
  /** There is nothing to record. The row settles `decision`, if there is one. */
  | { readonly kind: 'ignore'; readonly decision: Decision | null }
  /** The row is unreadable and carries neither a known decision nor a sign of an answer, so no charge is lost. */
  | { readonly kind: 'reject'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'quarantine'; readonly row: UnbookableRow };

/** Smallest change of the clock offset since a decision that counts as an advanced test clock. */
const CLOCK_NOISE_SECONDS = 30;

interface KnownDecisions {
  readonly byId: ReadonlyMap<string, Decision>;
  readonly byCall: ReadonlyMap<string, readonly Decision[]>;
}

/** Finds the decision of each reported row and checks the row against it. See docs/cdrs.md#checks-against-the-decision. */
export class MatchReports {
  constructor(
    private readonly reader: RowReader,
    private readonly decisions: CallDecisions,
    private readonly store: CdrStore,
    private readonly offset: ClockOffset,
    private readonly meter: IngestMeter,
    private readonly clock: Clock,
  ) {}

  /** Returns one verdict per row, in their order, whatever the rows contain. */
  async match(rows: readonly unknown[]): Promise<Verdict[]> {
    const read = rows.map((row) => this.reader.read(row));
    const known = await this.find(read.map(({ keys }) => keys));
    const verdicts: Verdict[] = [];
    for (const [index, each] of read.entries()) verdicts.push(await this.judge(each, rows[index], known));
    return verdicts;
  }

  private async find(keys: readonly RowKeys[]): Promise<KnownDecisions> {
    const ids = [...new Set(keys.flatMap(({ decisionId }) => decisionId ?? []))];
    const unnamed = keys.flatMap(({ decisionId, switchId, callId }) =>
      decisionId === null && switchId !== null && callId !== null ? [{ switchId, callId }] : [],
    );
    const calls = [...new Map(unnamed.map((call) => [textOf(call), call])).values()];
    const named = ids.length === 0 ? [] : await this.decisions.findMany(ids);
    const called = calls.length === 0 ? [] : await this.decisions.findByCalls(calls);
    const byCall = new Map<string, Decision[]>();
    for (const decision of called) byCall.set(textOf(decision), [...(byCall.get(textOf(decision)) ?? []), decision]);
    return { byId: new Map(named.map((decision) => [decision.id, decision])), byCall };
  }

  private async judge(read: ReadRow, row: unknown, known: KnownDecisions): Promise<Verdict> {
    const { keys } = read;
    const candidates = keys.decisionId === null ? candidatesOf(keys, known) : [];
    const decision = keys.decisionId === null ? onlyUnreported(candidates) : known.byId.get(keys.decisionId);
    if (decision) return this.check(read, row, decision);
    const repeated = await this.repeatOf(read, candidates);
    if (repeated) return { kind: 'repeat', cdrId: repeated };
    return withoutDecision(read, row);
  }

  private check(read: ReadRow, row: unknown, decision: Decision): Verdict {
    const { keys, faults, saysAnswered } = read;
    const isBranch = isFailedBranch(read.report, decision);
    const quarantine = (reason: QuarantineReason, fields: Readonly<Record<string, string>>): Verdict => ({
      kind: 'quarantine',
      row: { reason, fields, decision, keys, saysAnswered, isFailedBranch: isBranch, row },
    });
    if (contradicts(keys, decision)) {
      if (decision.accountId === null && !saysAnswered) return { kind: 'ignore', decision: null };
      return quarantine('decision_mismatch', {
        decision_id: 'must be the decision for the call with this switch_id and call_id',
      });
    }
    // The call belongs to no account, for example to an unassigned number.
    if (decision.accountId === null && !saysAnswered) return { kind: 'ignore', decision };
    if (!read.report) return quarantine('unreadable', faults);
    const report = { ...shiftTimes(read.report, this.shiftFor(decision)), decisionId: decision.id };
    this.meter.recordSkew(report.switchId, secondsBetween(decision.createdAt, report.startedAt));
    const now = this.clock.now();
    const mismatch = findMismatch(report, decision, addSeconds(now, this.shiftFor(decision) - this.offset.seconds));
    return mismatch ? quarantine(mismatch.reason, mismatch.fields) : { kind: 'book', call: { report, decision, row } };
  }

  /**
   * Returns the seconds to add to a switch's times, so that they are on the clock of the decision. A test clock may have
   * been advanced since, so the offset at the time of the decision counts.
   */
  private shiftFor({ createdAt, storedAt }: Decision): number {
    const present = this.offset.seconds;
    if (storedAt === null) return present;
    const past = Math.max(0, Math.round(secondsBetween(storedAt, createdAt)));
    return Math.abs(past - present) <= CLOCK_NOISE_SECONDS ? present : past;
  }

  /** A row without decision_id repeats a reported decision if start and end are the same. */
  private async repeatOf(read: ReadRow, candidates: readonly Decision[]): Promise<string | null> {
    const { report } = read;
    if (!report) return null;
    for (const decision of candidates) {
      const { id: decisionId, accountId, reportedAt } = decision;
      if (accountId === null || reportedAt === null) continue;
      const { startedAt, endedAt } = shiftTimes(report, this.shiftFor(decision));
      const cdr = await this.store.findByTimes({ accountId, decisionId, startedAt, endedAt });
      if (cdr && isRepeat(read, cdr)) return cdr.cdrId;
    }
    return null;
  }
}

/** A row that says that the call was answered does not repeat the CDR of an unanswered call: the call has a price. */
export function isRepeat(row: Pick<ReadRow, 'saysAnswered'>, cdr: RecordedCall): boolean {
  return cdr.isAnswered || !row.saysAnswered;
}

function withoutDecision({ keys, faults, saysAnswered, report }: ReadRow, row: unknown): Verdict {
  if (!saysAnswered) return report ? { kind: 'ignore', decision: null } : { kind: 'reject', fields: faults };
  const quarantine = (reason: QuarantineReason, fields: Readonly<Record<string, string>>): Verdict => ({
    kind: 'quarantine',
    row: { reason, fields, decision: null, keys, saysAnswered, isFailedBranch: false, row },
  });
  if (!report) return quarantine('unreadable', faults);
  if (keys.decisionId !== null) return quarantine('unknown_decision', { decision_id: 'is not known' });
  return quarantine('no_single_decision', {
    decision_id: 'is required: not exactly one unreported decision fits the call',
  });
}

function candidatesOf({ switchId, callId }: RowKeys, { byCall }: KnownDecisions): readonly Decision[] {
  return switchId === null || callId === null ? [] : (byCall.get(textOf({ switchId, callId })) ?? []);
}

function onlyUnreported(candidates: readonly Decision[]): Decision | undefined {
  const unreported = candidates.filter(({ reportedAt }) => reportedAt === null);
  return unreported.length === 1 ? unreported[0] : undefined;
}

function contradicts({ switchId, callId }: RowKeys, decision: Decision): boolean {
  return (switchId !== null && switchId !== decision.switchId) || (callId !== null && callId !== decision.callId);
}

function textOf({ switchId, callId }: SwitchCall): string {
  return JSON.stringify([switchId, callId]);
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
