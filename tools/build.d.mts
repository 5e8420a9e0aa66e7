/** Builds each named app or tool (`api`, `tools/migrate`) once, side by side. */
export function buildAll(names: readonly string[]): Promise<void>;

/** Builds those whose bundle is missing or older than a source, and returns their names. */
export function buildStale(names: readonly string[]): Promise<string[]>;

/** Builds each name and again at every change; `built` is called after each success. Returns a function that stops it. */
export function watchAll(names: readonly string[], built: (name: string) => void): Promise<() => Promise<unknown>>;
