/** Loads the values of ids. An id that has no value is left out. */
type Load<V> = (ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;

interface Batch<V> {
  readonly ids: Set<string>;
  readonly loaded: Promise<ReadonlyMap<string, V>>;
}

/** Returns a function that loads the value of an id. The ids that are asked for at once, such as by the rows of a table, are loaded together. */
export function batched<V>(load: Load<V>, max: number): (id: string) => Promise<V | null> {
  let open: Batch<V> | undefined;
  const begin = (): Batch<V> => {
    const ids = new Set<string>();
    const loaded = new Promise<void>((resolve) => {
      setTimeout(resolve);
    }).then(async () => {
      if (open?.ids === ids) open = undefined;
      return load([...ids]);
    });
    return { ids, loaded };
  };
  return async (id) => {
    if (!open || open.ids.size >= max) open = begin();
    open.ids.add(id);
    return (await open.loaded).get(id) ?? null;
  };
}
