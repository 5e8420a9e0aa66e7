import { callIdOf } from '../../domain/live-calls/call-id';
import type { CallQueries } from './call-queries';

/** The calls that hold money, for the context that keeps the holds. */
export class HeldCalls {
  constructor(private readonly queries: CallQueries) {}

  /** Returns the call of each decision, and when its money is released if no CDR comes. */
  async endsOf(
    decisionIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly callId: string; readonly until: Date | null }>> {
    const untils = decisionIds.length > 0 ? await this.queries.heldUntil(decisionIds) : new Map<string, Date>();
    return new Map(decisionIds.map((id) => [id, { callId: callIdOf(id), until: untils.get(id) ?? null }]));
  }
}
