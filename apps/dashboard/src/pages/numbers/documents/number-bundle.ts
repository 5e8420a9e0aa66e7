import type { PhoneNumber } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { useBundles } from '../../documents/bundles/use-bundles';

/** The bundle of a number, and whether the number waits for another one or for its approval. */
export function useNumberBundle(number: PhoneNumber) {
  const may = useMay();
  const { bundles, error } = useBundles([number.country]);
  const attached = bundles.find(({ id }) => id === number.compliance_bundle_id);
  const { status, registration } = number;
  return {
    error,
    attached,
    isWaiting: status === 'pending_documents' || registration?.status === 'revoked' || attached?.is_lapsed === true,
    mayChange: may('numbers:write') && may('compliance:read') && status !== 'released',
  };
}

/** Whether a number has documents: it needs a bundle, or has one. */
export const hasDocuments = ({ requires_activation, compliance_bundle_id }: PhoneNumber): boolean =>
  requires_activation || compliance_bundle_id !== null;

/** Opens the form of the bundle: on the page while the number waits for one, else in the menu. */
export const BUNDLE_ACTION = 'Choose a bundle';
