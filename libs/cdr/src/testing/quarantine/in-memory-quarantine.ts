import { type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { CallKey } from '../../application/ingest/ports';
import {
  type StoredQuarantinedRow,
  type NewQuarantinedRow,
  Quarantine,
  QuarantineAudit,
  type QuarantineFilter,
  type Resolution,
  RowSeal,
} from '../../application/quarantine/ports';

type Stored = StoredQuarantinedRow & { readonly rowKey: string };

export class InMemoryQuarantine extends Quarantine {
  rows: Stored[] = [];

  override add(rows: readonly NewQuarantinedRow[], now: Date): Promise<ReadonlyMap<string, string>> {
    const kept = rows.map((row): [string, string] => {
      const known = this.rows.find(({ rowKey }) => rowKey === row.rowKey);
      if (known) this.change(known.id, { timesReceived: known.timesReceived + 1, lastReceivedAt: now });
      else this.rows.push({ ...row, ...OPEN, timesReceived: 1, receivedAt: now, lastReceivedAt: now });
      return [row.rowKey, known?.id ?? row.id];
    });
    return Promise.resolve(new Map(kept));
  }

  override list(filter: QuarantineFilter, { limit }: PageRequest<'received_at'>): Promise<Page<StoredQuarantinedRow>> {
    const rows = this.rows.filter(({ state }) => filter.state === null || state === filter.state);
    return Promise.resolve(pageOf(rows, limit, ({ id }) => ({ key: id, id })));
  }

  override find(id: string): Promise<StoredQuarantinedRow | null> {
    return Promise.resolve(this.rows.find((row) => row.id === id) ?? null);
  }

  override resolve(id: string, { state, cdrId, operator, reason, at }: Resolution): Promise<boolean> {
    if (this.rows.find((row) => row.id === id)?.state !== 'open') return Promise.resolve(false);
    this.change(id, { state, cdrId, resolvedBy: operator, resolutionReason: reason, resolvedAt: at });
    return Promise.resolve(true);
  }

  override resolveBooked(
    calls: readonly (CallKey & { readonly cdrId: string })[],
    now: Date,
    exceptId: string | null,
  ): Promise<void> {
    for (const { decisionId, switchId, callId, cdrId } of calls) {
      const isOf = (row: Stored) =>
        row.decisionId === decisionId &&
        [switchId, null].includes(row.switchId) &&
        [callId, null].includes(row.callId) &&
        row.reason !== 'decision_mismatch';
      for (const row of this.rows.filter((each) => each.state === 'open' && each.id !== exceptId && isOf(each)))
        this.change(row.id, { state: 'booked', cdrId, resolvedAt: now });
    }
    return Promise.resolve();
  }

  override countOpen(): Promise<number> {
    return Promise.resolve(this.rows.filter(({ state }) => state === 'open').length);
  }

  override prune(before: Date): Promise<number> {
    const { length } = this.rows;
    this.rows = this.rows.filter(({ receivedAt }) => receivedAt >= before);
    return Promise.resolve(length - this.rows.length);
  }

  private change(id: string, change: Partial<Stored>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  }
}

const OPEN = { state: 'open', cdrId: null, resolvedAt: null, resolvedBy: null, resolutionReason: null } as const;

export class PlainSeal extends RowSeal {
  override seal(_id: string, row: unknown): string {
    return JSON.stringify(row);
  }

  override open(_id: string, sealed: string): unknown {
    return JSON.parse(sealed);
  }

  override digest(row: unknown): string {
    return JSON.stringify(row);
  }
}

export class RecordingAudit extends QuarantineAudit {
  readonly entries: Parameters<QuarantineAudit['record']>[0][] = [];

  override record(entry: Parameters<QuarantineAudit['record']>[0]): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}
