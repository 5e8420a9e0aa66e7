const MINUTE_MS = 60_000;

/** The value of a `datetime-local` field, in the time zone of the browser. */
export function localTime(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}

/** Unix seconds of such a value; 0 for an incomplete one, which the API refuses. */
export function unixTime(value: string): number {
  const atMs = new Date(value).getTime();
  return Number.isNaN(atMs) ? 0 : Math.floor(atMs / 1000);
}
