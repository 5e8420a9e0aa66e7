/** Returns the ID of a row, which tells it from the others. Rows without an ID need a `rowKey` of their own. */
export function idOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id;
  throw new TypeError('A table of rows without an ID needs a `rowKey`.');
}
