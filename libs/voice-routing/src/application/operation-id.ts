/**
 * The identity of what an operation makes. A request that is repeated with its Idempotency-Key carries the same
 * operation, so it finds what the lost first one has made instead of making another.
 */
export function idOf(prefix: 'trk' | 'gw' | 'rp' | 'rpt', operationId: string): string {
  return `${prefix}_${operationId.slice(operationId.indexOf('_') + 1)}`;
}
