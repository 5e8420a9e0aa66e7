import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SipTrunkDetail } from '@trunkline/client';
import { trunkline } from '../../session/client';

/** Removed once systems can register. */
export const NO_REGISTRATION = 'Systems cannot register yet. Calls reach the trunk only through a gateway.';

/** Says that no call can reach a trunk. */
export function UnreachableTrunk({ trunk }: { trunk: SipTrunkDetail }) {
  if (trunk.reachable || trunk.status !== 'active') return null;
  return (
    <Alert color="yellow" role="status" title={`No call can reach ${trunk.name}`}>
      The trunk has no enabled gateway, so calls to its numbers fail.
      {trunk.registration_mode === 'register' && ` ${NO_REGISTRATION}`}
    </Alert>
  );
}

/** Says that no call can reach the trunk that is chosen as a route, if it is a trunk. */
export function UnreachableRoute({ target }: { target: string }) {
  const { data } = useQuery({
    queryKey: ['trunks', target],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(target, { signal }),
    enabled: target.startsWith('trk_'),
  });
  return data ? <UnreachableTrunk trunk={data} /> : null;
}
