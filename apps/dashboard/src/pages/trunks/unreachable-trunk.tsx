import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SipTrunkDetail } from '@trunkline/client';
import { trunkline } from '../../session/client';

export const REGISTRATION = 'Your system registers with a user name and a password, and needs no gateway.';

/** Says that no call can reach a trunk. */
export function UnreachableTrunk({ trunk }: { trunk: SipTrunkDetail }) {
  if (trunk.reachable || trunk.status !== 'active') return null;
  return (
    <Alert color="yellow" role="status" title={`No call can reach ${trunk.name}`}>
      {trunk.registration_mode === 'register'
        ? 'No system is registered with the trunk, and it has no enabled gateway, so calls to its numbers fail.'
        : 'The trunk has no enabled gateway, so calls to its numbers fail.'}
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
