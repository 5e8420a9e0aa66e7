import { useQuery } from '@tanstack/react-query';
import type { AccountEvent, WebhookEndpoint } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { TextLink } from '../../../ui/links';
import { hostOf } from '../../webhooks/endpoint-status';
import { downSince, type DownGateway } from './gateways';
import type { Matter } from './matters';

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

export const downGateways = (gateways: readonly DownGateway[]): readonly Matter[] =>
  gateways.map(({ id, trunkId, name, since }) => ({
    key: id,
    state: 'bad',
    text: (
      <>
        The gateway <b>{name}</b> is down. Calls to it fail or use another gateway.
      </>
    ),
    since,
    link: (
      <TextLink to="/trunks/$id" params={{ id: trunkId }}>
        Open the trunk
      </TextLink>
    ),
  }));

/** The webhook endpoints whose deliveries fail, or that were disabled because of it. */
export function useFailingWebhooks(isLater: boolean) {
  return useQuery({
    queryKey: ['webhooks', 'attention'],
    queryFn: async ({ signal }) => trunkline.webhooks.list({}, { signal }),
    select: ({ items }) =>
      items.filter(
        ({ status, disabled_reason }) =>
          status === 'failing' || (status === 'disabled' && disabled_reason !== 'requested'),
      ),
    enabled: useMay()('webhooks:read') && isLater,
  });
}

export const failingWebhooks = (webhooks: readonly WebhookEndpoint[]): readonly Matter[] =>
  webhooks.map((webhook) => ({
    key: webhook.id,
    state: 'warn',
    text: (
      <>
        The webhook <b>{hostOf(webhook)}</b>{' '}
        {webhook.status === 'failing'
          ? 'fails: events are retried.'
          : 'was disabled because it failed: it receives no events.'}
      </>
    ),
    link: (
      <TextLink to="/developers/webhooks/$id" params={{ id: webhook.id }}>
        Open the webhook
      </TextLink>
    ),
  }));
