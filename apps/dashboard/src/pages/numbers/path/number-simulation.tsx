import { useQuery } from '@tanstack/react-query';
import type { PhoneNumber } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { Loaded } from '../../../ui/feedback/loaded';
import { Simulate } from '../../routing/simulation';
import { SimulateCall } from '../../trunks/simulate-call';

/** What would become of a call to the number by its routing profile, or else of a call from the number over its trunk. */
export function NumberSimulation({ number }: { number: PhoneNumber }) {
  const { e164, trunk_id: trunk, routing_profile_id: profile } = number;
  if (profile !== null) return <ProfileSimulation id={profile} />;
  return trunk === null ? null : <SimulateCall trunk={{ id: trunk }} caller={e164} />;
}

function ProfileSimulation({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['profiles', id],
    queryFn: ({ signal }) => trunkline.routingProfiles.get(id, { signal }),
  });
  return (
    <Loaded query={query} title="The routing profile could not be loaded">
      {(detail) => <Simulate detail={detail} />}
    </Loaded>
  );
}
