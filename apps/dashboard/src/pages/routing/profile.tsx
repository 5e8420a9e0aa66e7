import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { RoutingProfileDetail } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { ProfileActions } from './profile-actions';
import { ProfileSettings } from './profile-settings';
import { Simulate } from './simulation';
import { Targets } from './targets';

const route = getRouteApi('/signed-in/routing/$id');

export function ProfilePage() {
  const { id } = route.useParams();
  const mayRead = useMay()('routing:read');
  const query = useQuery({
    queryKey: ['profiles', id],
    queryFn: ({ signal }) => trunkline.routingProfiles.get(id, { signal }),
    enabled: mayRead,
  });
  return (
    <Page
      title={query.data?.profile.name ?? 'Routing profile'}
      actions={query.data && <ProfileActions profile={query.data.profile} />}
      restricted={!mayRead && 'see routing profiles'}
    >
      <Loaded query={query} title="The profile could not be loaded">
        {(detail) => <Details detail={detail} />}
      </Loaded>
    </Page>
  );
}

function Details({ detail }: { detail: RoutingProfileDetail }) {
  const { profile } = detail;
  const isReadOnly = !useMay()('routing:write') || profile.status === 'archived';
  return (
    <>
      <Panel>
        <Targets detail={detail} isReadOnly={isReadOnly} />
      </Panel>
      <Grid>
        <Panel title="Simulate a call" span={7} tinted>
          <Simulate detail={detail} />
        </Panel>
        <Panel span={5}>
          <ProfileSettings detail={detail} isReadOnly={isReadOnly} />
        </Panel>
      </Grid>
    </>
  );
}
