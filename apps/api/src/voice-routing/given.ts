type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that were sent: PATCH changes those alone, and a default stands for the others (contract, section 0, Bodies). */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
