const observed = new WeakMap<object, readonly string[]>();

/**
 * Marks members of a representation that no client sets, such as the result of a probe. They are no part of its version: a
 * change that a client makes after one of them has changed is not based on an outdated row.
 */
export function observing<T extends object>(names: readonly (keyof T & string)[], representation: T): T {
  observed.set(representation, names);
  return representation;
}

/** Returns the representation without the members that are observed; null if there are none. */
export function versionOf(representation: unknown): object | null {
  if (typeof representation !== 'object' || representation === null) return null;
  const names = observed.get(representation);
  return names ? Object.fromEntries(Object.entries(representation).filter(([name]) => !names.includes(name))) : null;
}
