type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the members that were sent. PATCH leaves the others unchanged; POST applies their defaults. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
