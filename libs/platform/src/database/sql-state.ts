/** Returns the SQLSTATE of an error, or ''. */
export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
