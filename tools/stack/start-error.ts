/** The stack cannot start or continue. The message is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the reason of any thrown value in one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replaceAll(/\s*\n\s*(?:-\s*)?/g, '; ').replace(/:;\s*/, ': ');
}
