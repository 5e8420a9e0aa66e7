/** Converts an optional time to Unix seconds. */
export const unixSecondsOf = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000);

export const unixNow = (): number => Math.floor(Date.now() / 1000);
