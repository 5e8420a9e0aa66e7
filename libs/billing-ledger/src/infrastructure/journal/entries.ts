import { CommonErrors } from '@trunkline/kernel';
import type { PostedEntry } from '../../application/journal/ports';

/** The earlier posting of a reference. */
export interface PriorRow {
  readonly id: string;
  readonly kind: string;
  readonly amount_cents: number;
  readonly balance_after_cents: number;
}

/** What a repeat must equal. */
interface Expected {
  readonly kind: string;
  readonly amountCents: number;
}

/** Returns the first posting; throws conflict when it differs. */
export function repeated(row: PriorRow, { kind, amountCents }: Expected): PostedEntry {
  if (row.kind !== kind || row.amount_cents !== amountCents) throw anotherEntry();
  return { transactionId: row.id, balanceAfterCents: row.balance_after_cents, terms: null };
}

export function anotherEntry(): Error {
  return CommonErrors.conflict({ message: 'This reference was posted with another kind or amount.' });
}

export function noWallet(): Error {
  return CommonErrors.not_found({ message: 'The account has no wallet.' });
}
