const FAULT_MAX = 200;

/** Returns why something could not be handled, as operators read it. */
export function faultOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, FAULT_MAX);
}
