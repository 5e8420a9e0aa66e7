import { type Clock, newId } from '@trunkline/kernel';
import { isRepeat, type UnbookableRow } from '../ingest/match-reports';
import type { CallDecisions, CallKey, CdrStore, IngestMeter } from '../ingest/ports';
import type { NewQuarantinedRow, Quarantine, RowSeal } from './ports';

/** The id of the stored row, or the CDR of which the row is a repeat. */
export type QuarantineResult = { readonly quarantineId: string } | { readonly cdrId: string };

/** Stores rows that cannot be booked, each once, until an operator corrects or discards them. */
export class QuarantineRows {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly seal: RowSeal,
    private readonly store: CdrStore,
    private readonly decisions: CallDecisions,
    private readonly meter: IngestMeter,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one result per row, in their order. A row of a recorded call is a repeat and is not stored,
   * unless it says that the call was answered and the CDR does not.
   */
  async keep(unbookable: readonly UnbookableRow[]): Promise<QuarantineResult[]> {
    if (unbookable.length === 0) return [];
    const recorded = await this.store.findMany(unbookable.flatMap((row) => callOf(row) ?? []));
    const rows = unbookable.map((each) => {
      const call = callOf(each);
      const cdr = call && recorded.get(call.decisionId);
      return cdr && isRepeat(each, cdr) ? { cdrId: cdr.cdrId } : this.rowOf(each);
    });
    const newRows = new Map(rows.flatMap((row) => ('rowKey' in row ? [[row.rowKey, row] as const] : [])).reverse());
    const ids =
      newRows.size === 0
        ? new Map<string, string>()
        : await this.quarantine.add([...newRows.values()], this.clock.now());
    // A CDR that cannot be booked still proves that the call is over: it frees the call's slot, and the hold stays.
    const over = unbookable.flatMap(({ decision, reason, isFailedBranch }) =>
      decision && reason !== 'decision_mismatch' && !isFailedBranch ? [decision.id] : [],
    );
    if (over.length > 0) await this.decisions.endCalls(over, this.clock.now());
    for (const { rowKey, id, reason } of newRows.values())
      if (ids.get(rowKey) === id) this.meter.countQuarantined(reason);
    return rows.map((row) => ('rowKey' in row ? { quarantineId: ids.get(row.rowKey) ?? row.id } : row));
  }

  private rowOf(unbookable: UnbookableRow): NewQuarantinedRow {
    const { reason, fields, decision, keys, saysAnswered, row } = unbookable;
    const call = callOf(unbookable);
    const id = newId('cq');
    return {
      id,
      reason,
      fields,
      accountId: decision?.accountId ?? null,
      decisionId: decision?.id ?? keys.decisionId,
      switchId: keys.switchId,
      callId: keys.callId,
      saysAnswered,
      // Without a decision only the row itself distinguishes two calls.
      rowKey: call ? keyOf(call, saysAnswered) : this.seal.digest(row),
      sealedRow: this.seal.seal(id, row),
    };
  }
}

/** A row that says that the call was answered is no repeat of one that does not: the call has a price. */
function keyOf({ decisionId, switchId, callId }: CallKey, saysAnswered: boolean): string {
  return JSON.stringify([decisionId, switchId, callId, ...(saysAnswered ? ['answered'] : [])]);
}

/** Returns the call of a row, or null when its decision is unknown. */
function callOf({ decision, keys }: UnbookableRow): CallKey | null {
  if (!decision) return null;
  const { accountId, id: decisionId } = decision;
  return {
    accountId,
    decisionId,
    switchId: keys.switchId ?? decision.switchId,
    callId: keys.callId ?? decision.callId,
  };
}
