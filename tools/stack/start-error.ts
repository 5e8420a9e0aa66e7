/** Why the stack cannot start or go on, in one line that a newcomer can act on. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The reason in one line, whatever was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replaceAll(/\s*\n\s*(?:-\s*)?/g, '; ').replace(/:;\s*/, ': ');
}
