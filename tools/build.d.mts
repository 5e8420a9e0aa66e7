/** Builds each name and again at every change; `built` is called after each success. Returns a function that stops it. */
export function watchAll(names: readonly string[], built: (name: string) => void): Promise<() => Promise<unknown>>;
