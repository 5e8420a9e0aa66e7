import { invalidFields } from '@trunkline/kernel';
import type { InvoiceQueries } from '../invoices/ports';
import type { TopupRepository } from '../top-ups/ports';
import type { AdjustedKind, ChargedRecords } from './ports';

export interface RelatedRecord {
  readonly kind: AdjustedKind;
  readonly id: string;
}

/** Checks which account a call record, order, invoice or top-up belongs to. */
export class RelatedRecords {
  constructor(
    private readonly topups: TopupRepository,
    private readonly invoices: InvoiceQueries,
    private readonly records: ChargedRecords,
  ) {}

  /** Throws 422 of `related_id` for an unknown id, another account's record, or the draft invoice. */
  async assertOwned(accountId: string, { kind, id }: RelatedRecord): Promise<void> {
    if (await this.isOwned(accountId, kind, id)) return;
    throw invalidFields({ related_id: `must be the id of a ${kind} of this account` });
  }

  private async isOwned(accountId: string, kind: AdjustedKind, id: string): Promise<boolean> {
    switch (kind) {
      case 'cdr':
        return this.records.hasCdr(accountId, id);
      case 'number_order':
        return this.records.hasNumberOrder(accountId, id);
      case 'invoice':
        return (await this.invoices.find(accountId, id)) !== null;
      case 'topup':
        return this.topups.isOwned(accountId, id);
    }
  }
}
