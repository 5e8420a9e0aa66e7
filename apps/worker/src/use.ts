/** Hands out a provider of the application; throws, and so stops the start, when there is none. */
export type Use = <T>(token: abstract new (...args: never[]) => T) => T;
