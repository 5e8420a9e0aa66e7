import { Anchor, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookDelivery, WebhookEndpoint, WebhooksDeliveriesListQuery } from '@trunkline/client';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { format, words } from '../../format';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { TextLink } from '../../ui/links';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { type List, useList } from '../../ui/tables/use-list';
import { When } from '../../ui/when';
import { typeOptions, useEventTypes } from '../events/event-types';
import { Delivery, Redeliver } from './delivery';
import { DeliveryStatus } from './delivery-status';
import { Replay } from './replay';
import { SendTest } from './send-test';

const route = getRouteApi('/signed-in/developers/webhooks/$id');
const RELOAD_MS = 2000;
const STATUSES = ['pending', 'succeeded', 'failed', 'abandoned'] as const;

type Search = Texts<'status' | 'type'>;

/** Whether it is due soon is for the server's clock to say. The browser's may be wrong. */
const isPending = ({ status }: WebhookDelivery): boolean => status === 'pending';

function listOf(endpointId: string, { status, type }: Search): List<WebhookDelivery> {
  const filters = { ...(status && { status: [status] }), ...(type && { event_type: [type] }) };
  return {
    queryKey: ['deliveries', endpointId, filters],
    load: (cursor, signal) => {
      // The API checks values that come from the address.
      const query = { ...filters, ...(cursor && { cursor }) } as WebhooksDeliveriesListQuery;
      return trunkline.webhooks.deliveries.list(endpointId, query, { signal });
    },
    reload: { everyMs: RELOAD_MS, while: isPending },
  };
}

/** What was sent to an endpoint in the last 30 days. */
export function Deliveries({ endpoint, isWritable }: { endpoint: WebhookEndpoint; isWritable: boolean }) {
  const search = route.useSearch();
  const list = listOf(endpoint.id, search);
  const { data } = useList(list);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === openedId);
  const isEnabled = endpoint.status !== 'disabled';
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Deliveries</Title>
        {isWritable && (
          <Group gap="sm">
            <SendTest endpointId={endpoint.id} isEnabled={isEnabled} />
            <Replay endpointId={endpoint.id} isEnabled={isEnabled} />
          </Group>
        )}
      </Group>
      <Filters search={search} />
      <DataTable
        label="Deliveries"
        columns={columnsFor(isWritable && isEnabled, setOpenedId)}
        {...list}
        rowKey={({ id }) => id}
        empty={
          search.status || search.type ? (
            <EmptyState text="No delivery of the last 30 days matches the filters.">
              <TextLink to="/developers/webhooks/$id" params={{ id: endpoint.id }}>
                Clear the filters
              </TextLink>
            </EmptyState>
          ) : (
            <EmptyState icon={Send} text="Every event that is sent here is listed for 30 days, with its attempts." />
          )
        }
      />
      <Dialog
        opened={opened !== undefined}
        onClose={() => setOpenedId(null)}
        title={`Delivery of ${opened?.event_type ?? ''}`}
      >
        {opened && <Delivery delivery={opened} isRepeatable={isWritable && isEnabled} />}
      </Dialog>
    </>
  );
}

function columnsFor(isRepeatable: boolean, open: (id: string) => void): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: 'type',
      title: 'Event',
      cell: ({ id, event_type, test }) => (
        <Anchor component="button" type="button" fz="sm" onClick={() => open(id)}>
          {event_type}
          {test && ' (test)'}
        </Anchor>
      ),
    },
    { key: 'status', title: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
    { key: 'answer', title: 'Last response', cell: ({ attempts }) => answerText(attempts.at(-1)) },
    { key: 'created', title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
    {
      key: 'next',
      title: 'Next attempt',
      cell: ({ next_attempt_at }) => (next_attempt_at === null ? '' : format.time(next_attempt_at)),
    },
    ...(isRepeatable
      ? [
          {
            key: 'redeliver',
            title: 'Redeliver',
            cell: (delivery: WebhookDelivery) =>
              delivery.status === 'pending' ? null : <Redeliver delivery={delivery} isCompact />,
          },
        ]
      : []),
    { key: 'attempts', title: 'Attempts', end: true, cell: ({ attempts }) => format.count(attempts.length) },
  ];
}

const answerText = (attempt: WebhookDelivery['attempts'][number] | undefined): string =>
  attempt === undefined ? 'None yet' : attempt.status_code === null ? 'No response' : `HTTP ${attempt.status_code}`;

function Filters({ search }: { search: Search }) {
  const navigate = route.useNavigate();
  const types = useEventTypes();
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group align="end" mb="sm">
      <Choice
        label="Status"
        none="Any"
        w={{ base: '47%', sm: 160 }}
        data={STATUSES.map((status) => ({ value: status, label: words(status) }))}
        value={search.status}
        onChoose={(status) => set({ status })}
      />
      <Choice
        label="Event type"
        none="All types"
        w={{ base: '47%', sm: 240 }}
        data={typeOptions(types)}
        value={search.type}
        onChoose={(type) => set({ type })}
      />
    </Group>
  );
}
