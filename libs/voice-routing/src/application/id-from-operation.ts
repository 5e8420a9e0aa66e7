/**
 * Returns the id of the resource that an operation creates: the operation's id under the prefix of the resource. A repeated
 * request has the same operation, so it finds the resource of the first request instead of creating another.
 */
export function idFromOperation(prefix: 'trk' | 'gw' | 'rp' | 'rpt' | 'wru' | 'rd', operationId: string): string {
  return `${prefix}_${operationId.slice(operationId.indexOf('_') + 1)}`;
}
