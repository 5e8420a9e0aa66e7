import { CommonErrors } from '@trunkline/kernel';
import type { PostedEntry } from '../../application/journal';

/** Returns the earlier posting of a reference; throws conflict when the repeat differs. */
export function repeated(
  prior: PostedEntry,
  { kind, amountCents }: Pick<PostedEntry, 'kind' | 'amountCents'>,
): PostedEntry {
  if (prior.kind !== kind || prior.amountCents !== amountCents) throw anotherEntry();
  const { transactionId, accountId, balanceAfterCents } = prior;
  return { transactionId, accountId, kind: prior.kind, amountCents, balanceAfterCents, terms: null };
}

export function anotherEntry(): Error {
  return CommonErrors.conflict({ message: 'This reference was posted with another kind or amount.' });
}

export function noWallet(): Error {
  return CommonErrors.not_found({ message: 'The account has no wallet.' });
}
