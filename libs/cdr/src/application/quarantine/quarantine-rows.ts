import { type Clock, newId } from '@trunkline/kernel';
import type { Suspect } from '../ingest/match-reports';
import type { CallDecisions, CallKey, CdrStore, IntakeMeter } from '../ingest/ports';
import type { NewQuarantined, Quarantine, RowSeal } from './ports';

export type Kept = { readonly quarantineId: string } | { readonly cdrId: string };

/** Keeps rows that cannot be booked, each once, until an operator corrects or discards them. */
export class QuarantineRows {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly seal: RowSeal,
    private readonly store: CdrStore,
    private readonly decisions: CallDecisions,
    private readonly meter: IntakeMeter,
    private readonly clock: Clock,
  ) {}

  /** In the order of the rows. A row of a call that is recorded is a repeat of that record and is not kept. */
  async execute(suspects: readonly Suspect[]): Promise<Kept[]> {
    if (suspects.length === 0) return [];
    const recorded = await this.store.idsOf(suspects.flatMap((suspect) => callOf(suspect) ?? []));
    const rows = suspects.map((suspect) => {
      const cdrId = callOf(suspect) && recorded.get(callOf(suspect)?.decisionId ?? '');
      return cdrId ? { cdrId } : this.rowOf(suspect);
    });
    const fresh = new Map(rows.flatMap((row) => ('rowKey' in row ? [[row.rowKey, row] as const] : [])).reverse());
    const ids =
      fresh.size === 0 ? new Map<string, string>() : await this.quarantine.keep([...fresh.values()], this.clock.now());
    // A CDR that cannot be booked still proves that the call is over: its place is free, its money stays held.
    await this.decisions.endCalls(
      suspects.flatMap(({ decision, reason }) => (decision && reason !== 'decision_mismatch' ? [decision.id] : [])),
    );
    for (const { rowKey, id, reason } of fresh.values())
      if (ids.get(rowKey) === id) this.meter.countQuarantined(reason);
    return rows.map((row) => ('rowKey' in row ? { quarantineId: ids.get(row.rowKey) ?? row.id } : row));
  }

  private rowOf(suspect: Suspect): NewQuarantined {
    const { reason, fields, decision, keys, row } = suspect;
    const call = callOf(suspect);
    const id = newId('cq');
    return {
      ...{ id, reason, fields, accountId: decision?.accountId ?? null, decisionId: decision?.id ?? keys.decisionId },
      ...{ switchId: keys.switchId, callId: keys.callId },
      // Without a decision nothing but the row itself tells two calls apart.
      rowKey: call ? JSON.stringify([call.decisionId, call.switchId, call.callId]) : this.seal.digest(row),
      sealedRow: this.seal.seal(id, row),
    };
  }
}

/** The call that a row is about, when its decision is known. */
function callOf({ decision, keys }: Suspect): CallKey | null {
  if (!decision) return null;
  const { switchId, callId } = keys;
  return { decisionId: decision.id, switchId: switchId ?? decision.switchId, callId: callId ?? decision.callId };
}
