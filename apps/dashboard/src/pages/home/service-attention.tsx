import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountEvent, WebhookEndpoint } from '@trunkline/client';
import { Moment } from '../../format/moment';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { hostOf } from '../webhooks/endpoint-status';
import { downSince, type DownGateway } from './gateways';

const EVENTS_MAX = 50;
const TRUNKS_MAX = 5;

/** Keeps the gateways that their trunks still report as down. A trunk that was archived reports none. */
async function stillDown(events: readonly AccountEvent[], signal: AbortSignal): Promise<readonly DownGateway[]> {
  const down = downSince(events);
  const trunkIds = [...new Set(down.map(({ trunkId }) => trunkId))].slice(0, TRUNKS_MAX);
  const read = await Promise.allSettled(trunkIds.map(async (id) => trunkline.sipTrunks.status.get(id, { signal })));
  const states = read.flatMap((each) => (each.status === 'fulfilled' ? each.value.gateways : []));
  return down.filter(({ id }) => states.some(({ gateway_id, state }) => gateway_id === id && state === 'down'));
}

/** The gateways that are down, by the events of the last 30 days. Without a number, no call needs one. */
export function useDownGateways(hasNumbers: boolean) {
  const may = useMay();
  return useQuery({
    queryKey: ['trunks', 'down-gateways'],
    queryFn: async ({ signal }) => {
      const query = { type: ['trunk.gateway.down' as const, 'trunk.gateway.up' as const], limit: EVENTS_MAX };
      return stillDown((await trunkline.events.list(query, { signal })).items, signal);
    },
    enabled: hasNumbers && may('webhooks:read') && may('sip_trunks:read'),
  });
}

export function DownGateways({ gateways }: { gateways: readonly DownGateway[] }) {
  return gateways.map(({ id, trunkId, name, since }) => (
    <Text key={id} size="sm">
      The gateway{' '}
      <TextLink to="/trunks/$id" params={{ id: trunkId }}>
        {name}
      </TextLink>{' '}
      has been down since <Moment at={since} zoned />. Calls to it fail or use another gateway.
    </Text>
  ));
}

/** The webhook endpoints whose deliveries fail, or that were disabled because of it. */
export function useFailingWebhooks() {
  return useQuery({
    queryKey: ['webhooks', 'attention'],
    queryFn: async ({ signal }) => trunkline.webhooks.list({}, { signal }),
    select: ({ items }) =>
      items.filter(
        ({ status, disabled_reason }) =>
          status === 'failing' || (status === 'disabled' && disabled_reason !== 'requested'),
      ),
    enabled: useMay()('webhooks:read'),
  });
}

export function FailingWebhooks({ webhooks }: { webhooks: readonly WebhookEndpoint[] }) {
  return webhooks.map((webhook) => (
    <Text key={webhook.id} size="sm">
      The webhook{' '}
      <TextLink to="/developers/webhooks/$id" params={{ id: webhook.id }}>
        {hostOf(webhook)}
      </TextLink>{' '}
      {webhook.status === 'failing'
        ? 'fails: events are retried.'
        : 'was disabled because it failed: it receives no events.'}
    </Text>
  ));
}
