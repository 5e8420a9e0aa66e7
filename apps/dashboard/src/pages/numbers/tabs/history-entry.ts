import type { ActivityChange, NumberHistory } from '@trunkline/client';

/** A change of a number's history as one of the account's activity: the fields that differ. Of a new number, it has one value each. */
export function entryOf({ from, to }: Pick<NumberHistory, 'from' | 'to'>) {
  const changes: readonly ActivityChange[] = [...new Set([...Object.keys(to), ...Object.keys(from)])]
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null, redacted: false }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to));
  const isNew = Object.keys(from).length === 0;
  return { action: isNew ? 'number.created' : 'number.updated', changes, resource_name: null };
}
