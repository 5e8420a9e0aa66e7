import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import type { KeptRow, Quarantine, QuarantineFilter, RowSeal } from './ports';

/** A quarantined row as an operator sees it, with what the switch sent. */
export interface QuarantinedRow extends Omit<KeptRow, 'sealedRow'> {
  readonly row: object;
}

/** What could not be booked, for operators. */
export class QuarantinedRows {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly seal: RowSeal,
  ) {}

  async list(filter: QuarantineFilter, page: PageRequest<'received_at'>): Promise<Page<QuarantinedRow>> {
    const { items, next } = await this.quarantine.list(filter, page);
    return { items: items.map((row) => this.opened(row)), next };
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<QuarantinedRow> {
    const kept = await this.quarantine.find(id);
    if (!kept) throw CommonErrors.not_found();
    return this.opened(kept);
  }

  /** Throws `not_found`, and `invalid_state` for a row that is resolved. */
  async getOpen(id: string): Promise<QuarantinedRow> {
    const row = await this.get(id);
    if (row.state !== 'open') throw alreadyResolved();
    return row;
  }

  private opened({ sealedRow, ...kept }: KeptRow): QuarantinedRow {
    const row = this.seal.open(kept.id, sealedRow);
    return { ...kept, row: typeof row === 'object' && row !== null ? row : {} };
  }
}

export function alreadyResolved() {
  const message = 'The row is resolved already. Only an open row can be retried or discarded.';
  return CommonErrors.invalid_state({ message });
}
