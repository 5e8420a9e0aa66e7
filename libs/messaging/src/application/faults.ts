const FAULT_MAX = 200;

/** Returns why something could not be handled, as operators read it. */
export function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, FAULT_MAX);
}
