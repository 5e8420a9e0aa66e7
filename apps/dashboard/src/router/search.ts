/** Search parameters of a page: each is text, or absent. */
export type Texts<K extends string> = { readonly [N in K]?: string };

/** Reads the named search parameters as text: the router would read `?q=212` as a number. */
export const texts =
  <K extends string>(...names: readonly K[]) =>
  (search: Record<string, unknown>): Texts<K> => {
    const given = names.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return text === '' ? [] : [[name, text] as const];
    });
    return Object.fromEntries(given) as Texts<K>;
  };
