/** Returns a provider of the application. Throws, which fails the start, if there is none. */
export type Use = <T>(token: abstract new (...args: never[]) => T) => T;
