/**
 * Returns the names of the packages at the top of a folder `node_modules` that built apps need: those that they import, and the
 * dependencies whose files they find by name. `packages` is the folder of joined packages.
 */
export function usedPackages(modules: string, apps: readonly string[], packages: string): string[];
