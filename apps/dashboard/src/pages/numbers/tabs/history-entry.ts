import type { ActivityChange, NumberHistory } from '@trunkline/client';

/** A change of a number's history as one of the account's activity: the fields that differ. Those of a new number have one value each. */
export function entryOf({ action, from, to }: Pick<NumberHistory, 'action' | 'from' | 'to'>) {
  const changes: readonly ActivityChange[] = [...new Set([...Object.keys(to), ...Object.keys(from)])]
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null, redacted: false }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to));
  // A number that was ported in was ordered as well.
  return { action: action === 'ordered' ? 'number.created' : 'number.updated', changes, resource_name: null };
}
