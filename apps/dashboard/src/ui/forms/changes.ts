type Values = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields whose values differ. */
export const changedNames = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => !isSame(before[name], after[name]));

/** Returns the current values, with those that the user has entered in their place. */
export function mergeEntries<V extends Values>(before: V, entered: V, current: V): V {
  const own = changedNames(before, entered).map((name) => [name, entered[name]] as const);
  return { ...current, ...Object.fromEntries(own) };
}
