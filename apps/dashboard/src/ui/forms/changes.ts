type Values = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields whose values differ. */
export const changedNames = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => !isSame(before[name], after[name]));

/** Returns the current values, overridden by those that the user has changed. */
export function mergeEntries<V extends Values>(before: V, entered: V, current: V): V {
  const own = changedNames(before, entered).map((name) => [name, entered[name]] as const);
  return { ...current, ...Object.fromEntries(own) };
}
