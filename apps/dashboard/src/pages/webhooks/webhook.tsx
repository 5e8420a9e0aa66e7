import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/layout/facts';
import { EditForm } from '../../ui/forms/edit-form';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { When } from '../../ui/when';
import { Deliveries } from './deliveries';
import { EndpointActions } from './endpoint-actions';
import { ENDPOINT } from './endpoint-fields';
import { EndpointStatus, hostOf } from './endpoint-status';

const route = getRouteApi('/signed-in/developers/webhooks/$id');
/** Deliveries change its status and times. */
const RELOAD_MS = 5000;

export function WebhookPage() {
  const { id } = route.useParams();
  const may = useMay();
  const query = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => trunkline.webhooks.get(id, { signal }),
    enabled: may('webhooks:read'),
    refetchInterval: RELOAD_MS,
  });
  const { data } = query;
  const isWritable = may('webhooks:write');
  return (
    <Page
      title={data ? hostOf(data) : 'Webhook'}
      actions={data && isWritable && <EndpointActions endpoint={data} />}
      restricted={!may('webhooks:read') && 'see webhooks'}
    >
      <Loaded query={query} title="The webhook could not be loaded">
        {(endpoint) => <Details endpoint={endpoint} isWritable={isWritable} />}
      </Loaded>
    </Page>
  );
}

function Details({ endpoint, isWritable }: { endpoint: WebhookEndpoint; isWritable: boolean }) {
  return (
    <>
      {endpoint.status === 'failing' && (
        <Note state="warn" title="This endpoint is failing">
          <Text size="sm">
            The last {format.count(endpoint.consecutive_failures)} attempts failed. After five days of failures the
            endpoint is disabled.
          </Text>
        </Note>
      )}
      {endpoint.disabled_reason !== null && endpoint.disabled_reason !== 'requested' && (
        <Note state="bad" title="This endpoint was disabled">
          <Text size="sm">
            {endpoint.disabled_reason === 'gone'
              ? 'It responded with 410 Gone, which ends its deliveries.'
              : 'Every attempt of five days failed.'}{' '}
            Enable it when your server is ready, then replay what it missed.
          </Text>
        </Note>
      )}
      <Panel>
        <Facts
          items={[
            ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
            ['Signing secret', `begins with ${endpoint.secret_prefix}`],
            ['Last success', <When exact key="success" at={endpoint.last_success_at} />],
            ['Last failure', <When exact key="failure" at={endpoint.last_failure_at} />],
            ['Failures in a row', format.count(endpoint.consecutive_failures)],
            ['Created', <When exact key="created" at={endpoint.created_at} />],
          ]}
        />
      </Panel>
      <Panel>
        <Deliveries endpoint={endpoint} isWritable={isWritable} />
      </Panel>
      <Panel title="Settings">
        <EditForm
          fields={ENDPOINT}
          row={endpoint}
          save={(changes, options) => trunkline.webhooks.update(endpoint.id, changes, options)}
          load={() => trunkline.webhooks.get(endpoint.id)}
          reloads={['webhooks']}
          readOnly={!isWritable && 'Your role cannot change webhooks.'}
        />
      </Panel>
    </>
  );
}
