import { useQuery } from '@tanstack/react-query';
import type { ComplianceBundle } from '@trunkline/client';
import { trunkline } from '../../../session/client';

/** What the bundle still lacks. It is compared again after each change of the bundle, its end user or its documents. */
export const useValidation = ({ id, updated_at }: ComplianceBundle) =>
  useQuery({
    queryKey: ['bundles', id, 'validation', updated_at],
    queryFn: ({ signal }) => trunkline.compliance.bundles.validate(id, { signal }),
  });
