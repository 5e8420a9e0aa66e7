/**
 * Derives the id of a created resource from its operation. A request repeated with its Idempotency-Key has the same
 * operation, so it finds the resource of the first request instead of creating another.
 */
export function idFromOperation(prefix: 'trk' | 'gw' | 'rp' | 'rpt', operationId: string): string {
  return `${prefix}_${operationId.slice(operationId.indexOf('_') + 1)}`;
}
