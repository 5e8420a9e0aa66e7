/** Search parameters of a page: each is text, or absent. */
export type Texts<K extends string> = { readonly [N in K]?: string };

/**
 * Reads the named search parameters as text: the router would read `?q=212` as a number and `?tag=true` as a boolean. The
 * values of a repeated one are separated by commas, as filters take several.
 */
export const texts =
  <K extends string>(...names: readonly K[]) =>
  (search: Record<string, unknown>): Texts<K> =>
    Object.fromEntries(
      names
        .filter((name) => search[name] !== undefined)
        // One without a text would otherwise stay in the search of the page, as the router read it.
        .map((name) => [name, String(search[name]) || undefined]),
    ) as Texts<K>;
