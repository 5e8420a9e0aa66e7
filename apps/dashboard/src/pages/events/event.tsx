import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AccountEvent } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { JsonBlock } from '../../ui/json-block';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { relatedIdOf } from './subject';

const route = getRouteApi('/signed-in/developers/events/$id');

export function EventPage() {
  const { id } = route.useParams();
  const isVisible = useMay()('webhooks:read');
  const query = useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => trunkline.events.get(id, { signal }),
    enabled: isVisible,
  });
  return (
    <Page title={query.data?.type ?? 'Event'} narrow restricted={!isVisible && 'see events'}>
      <Loaded query={query} title="The event could not be loaded">
        {(event) => <Details event={event} />}
      </Loaded>
    </Page>
  );
}

function Details({ event }: { event: AccountEvent }) {
  const relatedId = relatedIdOf(event.data);
  return (
    <Panel>
      <Stack>
        <Facts
          items={[
            ['Time', format.time(event.created_at)],
            ['ID', <Id key="id" value={event.id} />],
            ['Resource', relatedId === undefined ? 'The account' : <About key="about" id={relatedId} />],
          ]}
        />
        <JsonBlock label="Payload" value={event} />
      </Stack>
    </Panel>
  );
}

/** Leads to all events about the resource. */
function About({ id }: { id: string }) {
  return (
    <Id
      value={id}
      link={(text) => (
        <TextLink to="/developers/events" search={{ related_id: id }}>
          {text}
        </TextLink>
      )}
    />
  );
}
