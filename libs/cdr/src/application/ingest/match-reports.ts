import { addSeconds, type Clock } from '@trunkline/kernel';
import { readReport, type ReadRow, type RowKeys, shifted } from '../../domain/ingest/call-report';
import type { Decision } from '../../domain/ingest/decision';
import { objectionTo } from '../../domain/ingest/report-check';
import type { CallDecisions, CdrStore, ClockOffset, IntakeMeter, SwitchCall } from './ports';
import type { QuarantineReason } from '../quarantine/ports';
import type { DecidedCall } from './write-cdrs';

/** A row that is kept for an operator instead of being booked. */
export interface Suspect {
  readonly reason: QuarantineReason;
  readonly fields: Readonly<Record<string, string>>;
  readonly decision: Decision | null;
  readonly keys: RowKeys;
  readonly row: unknown;
}

export type Verdict =
  | { readonly kind: 'book'; readonly call: DecidedCall }
  | { readonly kind: 'repeat'; readonly cdrId: string }
  /** Nothing to record; `decision` is settled by it when there is one. */
  | { readonly kind: 'ignore'; readonly decision: Decision | null }
  /** Neither a decision nor an answer, and not readable: nothing is lost by refusing it. */
  | { readonly kind: 'refuse'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'quarantine'; readonly suspect: Suspect };

/** How far the stored difference of the clocks may lie from the present one before the clock counts as moved since. */
const CLOCK_NOISE_SECONDS = 30;

interface Found {
  readonly byId: ReadonlyMap<string, Decision>;
  readonly byCall: ReadonlyMap<string, readonly Decision[]>;
}

/** Finds the decision of each reported row, and checks the row against it. */
export class MatchReports {
  constructor(
    private readonly decisions: CallDecisions,
    private readonly store: CdrStore,
    private readonly offset: ClockOffset,
    private readonly meter: IntakeMeter,
    private readonly clock: Clock,
  ) {}

  /** One verdict per row, in their order. Every row has one, whatever it holds. */
  async execute(rows: readonly unknown[]): Promise<Verdict[]> {
    const read = rows.map(readReport);
    const found = await this.find(read.map(({ keys }) => keys));
    const verdicts: Verdict[] = [];
    for (const [index, each] of read.entries()) verdicts.push(await this.judge(each, rows[index], found));
    return verdicts;
  }

  private async find(keys: readonly RowKeys[]): Promise<Found> {
    const ids = [...new Set(keys.flatMap(({ decisionId }) => decisionId ?? []))];
    const unnamed = keys.flatMap(({ decisionId, switchId, callId }) =>
      decisionId === null && switchId !== null && callId !== null ? [{ switchId, callId }] : [],
    );
    const calls = [...new Map(unnamed.map((call) => [textOf(call), call])).values()];
    const [named, called] = [
      ids.length === 0 ? [] : await this.decisions.findMany(ids),
      calls.length === 0 ? [] : await this.decisions.findByCalls(calls),
    ];
    const byCall = new Map<string, Decision[]>();
    for (const decision of called) byCall.set(textOf(decision), [...(byCall.get(textOf(decision)) ?? []), decision]);
    return { byId: new Map(named.map((decision) => [decision.id, decision])), byCall };
  }

  private async judge(read: ReadRow, row: unknown, found: Found): Promise<Verdict> {
    const { keys } = read;
    const candidates = keys.decisionId === null ? candidatesOf(keys, found) : [];
    const decision = keys.decisionId === null ? onlyUnreported(candidates) : found.byId.get(keys.decisionId);
    if (decision) return this.check(read, row, decision);
    const repeated = await this.repeatOf(read, candidates);
    if (repeated) return { kind: 'repeat', cdrId: repeated };
    return withoutDecision(read, row);
  }

  private check(read: ReadRow, row: unknown, decision: Decision): Verdict {
    const { keys, faults, saysAnswered } = read;
    const doubt = (reason: QuarantineReason, fields: Readonly<Record<string, string>>): Verdict => ({
      kind: 'quarantine',
      suspect: { reason, fields, decision, keys, row },
    });
    if (contradicts(keys, decision)) {
      if (decision.accountId === null && !saysAnswered) return { kind: 'ignore', decision: null };
      return doubt('decision_mismatch', { decision_id: 'must be that of the call with this switch_id and call_id' });
    }
    // The call belonged to no account, a wrong number for example: there is nobody to record it for.
    if (decision.accountId === null && !saysAnswered) return { kind: 'ignore', decision };
    if (!read.report) return doubt('unreadable', faults);
    const report = { ...shifted(read.report, this.shiftFor(decision)), decisionId: decision.id };
    this.meter.noteSkew(report.switchId, secondsBetween(decision.createdAt, report.startedAt));
    const now = this.clock.now();
    const objection = objectionTo(report, decision, addSeconds(now, this.shiftFor(decision) - this.offset.seconds));
    return objection ? doubt(objection.reason, objection.fields) : { kind: 'book', call: { report, decision, row } };
  }

  /**
   * By how much the times of a switch are moved to be on the clock that the decision was made on. The test clock may have
   * been moved since, so it is the difference at the time of the decision.
   */
  private shiftFor({ createdAt, storedAt }: Decision): number {
    const present = this.offset.seconds;
    if (storedAt === null) return present;
    const past = Math.max(0, Math.round(secondsBetween(storedAt, createdAt)));
    return Math.abs(past - present) <= CLOCK_NOISE_SECONDS ? present : past;
  }

  /** A row without decision_id whose decision has been reported since is a repeat when it tells of the same time. */
  private async repeatOf({ report }: ReadRow, candidates: readonly Decision[]): Promise<string | null> {
    for (const decision of report ? candidates.filter(({ reportedAt }) => reportedAt !== null) : []) {
      const { startedAt, endedAt } = shifted(report as NonNullable<typeof report>, this.shiftFor(decision));
      const cdrId = await this.store.findByTimes([decision.id], startedAt, endedAt);
      if (cdrId !== null) return cdrId;
    }
    return null;
  }
}

function withoutDecision({ keys, faults, saysAnswered, report }: ReadRow, row: unknown): Verdict {
  if (!saysAnswered) return report ? { kind: 'ignore', decision: null } : { kind: 'refuse', fields: faults };
  const doubt = (reason: QuarantineReason, fields: Readonly<Record<string, string>>): Verdict => ({
    kind: 'quarantine',
    suspect: { reason, fields, decision: null, keys, row },
  });
  if (!report) return doubt('unreadable', faults);
  if (keys.decisionId !== null) return doubt('unknown_decision', { decision_id: 'is not known' });
  return doubt('no_single_decision', { decision_id: 'is required: not exactly one unreported decision fits the call' });
}

function candidatesOf({ switchId, callId }: RowKeys, { byCall }: Found): readonly Decision[] {
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
