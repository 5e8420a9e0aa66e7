import { snakeCase } from './text/text';

/** The members of an aggregate without its methods. */
export type StateOf<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: T[K] };

/** The changed members of a record, before and after. */
export interface ChangedMembers {
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** Returns the members that differ as JSON, for the audit trail; null if none does. `after` has the members of `before`. */
export function changedMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedMembers | null {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, record[name]]));
  return changed.length === 0 ? null : { before: only(before), after: only(after) };
}

/** Returns the members by their API names, for the audit trail. Those of nested objects keep their names. */
export function apiMembers(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([member, value]) => [snakeCase(member), value]));
}
