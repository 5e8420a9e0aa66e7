import { CommonErrors } from '@trunkline/kernel';
import type { PostedEntry } from '../../application/journal/ports';

/** What a reference was posted as. */
export interface PriorRow {
  readonly id: string;
  readonly kind: string;
  readonly amount_cents: number;
  readonly balance_after_cents: number;
}

/** What a reference should have been posted as, for a repeat to be one. */
interface Expected {
  readonly kind: string;
  readonly amountCents: number;
}

/** The first posting again; throws `conflict` when it was another one. */
export function repeated(row: PriorRow, { kind, amountCents }: Expected): PostedEntry {
  if (row.kind !== kind || row.amount_cents !== amountCents) throw anotherEntry();
  return { transactionId: row.id, balanceAfterCents: row.balance_after_cents, marks: null };
}

export function anotherEntry(): Error {
  return CommonErrors.conflict({ message: 'This reference was posted with another kind or amount.' });
}

export function noWallet(): Error {
  return CommonErrors.not_found({ message: 'The account has no wallet.' });
}
