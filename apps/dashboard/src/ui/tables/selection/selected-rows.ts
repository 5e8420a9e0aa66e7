/** What is chosen: some rows, or all that match the filters, loaded or not. */
export interface Chosen {
  readonly count: number;
  readonly isAll: boolean;
}

const NONE: Chosen = { count: 0, isAll: false };

/**
 * The rows of a list that the user chose, by their keys. It stands outside of React's state, so that choosing one row of
 * thousands draws this row, the box in the head and the bar, and no other row.
 */
export class SelectedRows {
  #keys = new Set<string>();
  #chosen = NONE;
  #shown: readonly string[] = [];
  readonly #rowWatchers = new Map<string, () => void>();
  readonly #watchers = new Set<() => void>();

  get chosen(): Chosen {
    return this.#chosen;
  }

  /** The keys of the chosen rows. When all that match are chosen, those of the loaded ones. */
  get keys(): readonly string[] {
    return this.#chosen.isAll ? this.#shown : [...this.#keys];
  }

  has(key: string): boolean {
    return this.#chosen.isAll || this.#keys.has(key);
  }

  /** The rows that are loaded. */
  show(keys: readonly string[]): void {
    this.#shown = keys;
  }

  isShownChosen(): boolean {
    return this.#shown.length > 0 && this.#shown.every((key) => this.has(key));
  }

  choose(key: string, isChosen: boolean): void {
    // All that match, without one, are the loaded ones without it.
    const wasAll = this.#chosen.isAll;
    if (wasAll) this.#keys = new Set(this.#shown);
    if (isChosen) this.#keys.add(key);
    else this.#keys.delete(key);
    this.#settle(false);
    if (!wasAll) this.#rowWatchers.get(key)?.();
    else this.#tellRows();
  }

  chooseOnly(keys: readonly string[]): void {
    this.#keys = new Set(keys);
    this.#settle(false);
    this.#tellRows();
  }

  /** Chooses all that match the filters, as many as the API counts. */
  chooseAll(count: number): void {
    this.#keys.clear();
    this.#settle(true, count);
    this.#tellRows();
  }

  chooseShown(): void {
    this.chooseOnly(this.#shown);
  }

  clear(): void {
    if (this.#chosen.count > 0) this.chooseOnly([]);
  }

  /** Calls back when the row of the key is chosen or left out. */
  watchRow(key: string, onChange: () => void): () => void {
    this.#rowWatchers.set(key, onChange);
    return () => {
      // The row may be drawn anew already.
      if (this.#rowWatchers.get(key) === onChange) this.#rowWatchers.delete(key);
    };
  }

  /** Calls back when anything changes. */
  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  }

  #settle(isAll: boolean, count = this.#keys.size): void {
    this.#chosen = { count, isAll };
    for (const onChange of this.#watchers) onChange();
  }

  #tellRows(): void {
    for (const onChange of this.#rowWatchers.values()) onChange();
  }
}
