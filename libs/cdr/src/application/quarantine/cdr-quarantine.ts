import { addDays, type Clock, CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import type { CdrRetention } from '../reads/ports';
import type { ExpiredCount } from '../retention/ports';
import type { Quarantine, QuarantineAudit, QuarantineFilter, Resolution, RowSeal, StoredQuarantinedRow } from './ports';

/** A quarantined row with the row that the switch sent. */
export interface QuarantinedRow extends Omit<StoredQuarantinedRow, 'sealedRow'> {
  readonly row: object;
}

export interface ClosedBy extends Omit<Resolution, 'at'> {
  /** Name of the action in the audit trail. */
  readonly action: string;
  readonly before: object;
  readonly after: object;
}

/** The rows that could not be booked, for operators. See docs/cdrs.md#quarantine. */
export class CdrQuarantine {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly seal: RowSeal,
    private readonly audit: QuarantineAudit,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  async list(filter: QuarantineFilter, page: PageRequest<'received_at'>): Promise<Page<QuarantinedRow>> {
    const { items, next } = await this.quarantine.list(filter, page);
    return { items: items.map((row) => this.opened(row)), next };
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<QuarantinedRow> {
    return this.opened(await this.quarantine.get(id));
  }

  /** Throws `not_found`, and `invalid_state` for a row that is resolved. */
  async getOpen(id: string): Promise<QuarantinedRow> {
    const row = await this.get(id);
    if (row.state !== 'open') throw alreadyResolved();
    return row;
  }

  /**
   * Closes a row and writes the audit trail. Joins the transaction. Throws `invalid_state` when the row was closed after it
   * was read.
   */
  async close({ id, accountId }: QuarantinedRow, closing: ClosedBy): Promise<void> {
    const { state, cdrId, reason, operator, action, before, after } = closing;
    const isClosed = await this.quarantine.resolve(id, { state, cdrId, reason, operator, at: this.clock.now() });
    if (!isClosed) throw alreadyResolved();
    const entry = { actor: operator, action, subject: id, before, after };
    await this.audit.record({ ...entry, ...(accountId !== null && { accountId }) });
  }

  /** Deletes rows that are past the retention of CDRs, since they hold the same personal data. Idempotent. */
  prune(): Promise<number> {
    return this.quarantine.prune(this.before());
  }

  countExpired(): Promise<ExpiredCount> {
    return this.quarantine.countExpired(this.before());
  }

  private before(): Date {
    return addDays(this.clock.now(), -this.retention.days);
  }

  private opened({ sealedRow, ...stored }: StoredQuarantinedRow): QuarantinedRow {
    const row = this.seal.open(stored.id, sealedRow);
    return { ...stored, row: typeof row === 'object' && row !== null ? row : {} };
  }
}

function alreadyResolved() {
  return CommonErrors.invalid_state({
    message: 'The row is already resolved. Only an open row can be retried or discarded.',
  });
}
