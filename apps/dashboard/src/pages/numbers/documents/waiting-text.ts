import type { ComplianceBundle, PhoneNumber } from '@trunkline/client';

type Waiting = Pick<PhoneNumber, 'compliance_bundle_id' | 'registration'>;

/** Returns what a number in `pending_documents` waits for. */
export function waitingText(
  { compliance_bundle_id, registration }: Waiting,
  bundle: Pick<ComplianceBundle, 'status'> | undefined,
): string {
  if (compliance_bundle_id === null) return 'The number works once an approved bundle is attached to it.';
  if (registration?.status === 'failed') {
    return 'The bundle is approved, but it could not be sent to the supplier. Support will send it again.';
  }
  if (registration?.status === 'open') return 'The bundle is approved. The supplier is reviewing it.';
  if (bundle?.status === 'submitted') return 'The number works once its bundle is approved.';
  if (bundle?.status === 'approved') return 'The bundle is approved. The number will work shortly.';
  return 'The bundle is not approved. Change and submit it again, or attach another one.';
}
