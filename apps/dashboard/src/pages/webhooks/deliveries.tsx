import { Anchor, Group, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { EventType, WebhookDelivery, WebhookEndpoint } from '@trunkline/client';
import { WEBHOOK_DELIVERY_STATUSES } from '@trunkline/client/lists';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { worded } from '../../format/lists';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/feedback/empty-state';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { Loading } from '../../ui/feedback/loaded';
import { part } from '../../ui/part';
import { When } from '../../ui/when';
import { eventTypeFilter } from '../events/event-type-choice';
import { DeliveryStatus, Redeliver } from './delivery-status';
import { findDelivery } from './find-delivery';
import { Replay } from './replay';
import { SendTest } from './send-test';

const Delivery = part(async () => (await import('./delivery')).Delivery, <Loading height={400} />);

const route = getRouteApi('/signed-in/developers/webhooks/$id');
const RELOAD_MS = 2000;

/** Whether it is due soon is for the server's clock to say. The browser's may be wrong. */
const isPending = ({ status }: WebhookDelivery): boolean => status === 'pending';

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', worded(WEBHOOK_DELIVERY_STATUSES), { none: 'Any' })),
  type: eventTypeFilter<EventType>('Event type'),
};

interface Props {
  readonly endpoint: WebhookEndpoint;
  readonly isWritable: boolean;
}

/** What was sent to an endpoint in the last 30 days. */
export function Deliveries({ endpoint: { id, status }, isWritable }: Props) {
  const { id: named = null } = route.useSearch();
  const [openedId, setOpenedId] = useState<string | null>(named);
  const isEnabled = status !== 'disabled';
  const isRepeatable = isWritable && isEnabled;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>Deliveries</Title>
        {isWritable && (
          <Group gap="sm">
            <SendTest endpointId={id} isEnabled={isEnabled} />
            <Replay endpointId={id} isEnabled={isEnabled} />
          </Group>
        )}
      </Group>
      <FilteredList
        label="Deliveries"
        queryKey={['deliveries', id]}
        filters={FILTERS}
        load={({ type, ...query }, options) =>
          trunkline.webhooks.deliveries.list(id, { ...query, event_type: type }, options)
        }
        one={(deliveryId, options) => findDelivery(id, deliveryId, options)}
        reload={{ everyMs: RELOAD_MS, while: isPending }}
        columns={columnsFor(isRepeatable, setOpenedId)}
        none="No delivery of the last 30 days matches the filters."
        empty={
          <EmptyState icon={Send} text="Every event that is sent here is listed for 30 days, with its attempts." />
        }
      >
        {(rows) => {
          const opened = rows.find((each) => each.id === openedId);
          return (
            <Dialog
              opened={opened !== undefined}
              onClose={() => setOpenedId(null)}
              title={`Delivery of ${opened?.event_type ?? ''}`}
            >
              {opened && <Delivery delivery={opened} isRepeatable={isRepeatable} />}
            </Dialog>
          );
        }}
      </FilteredList>
    </Stack>
  );
}

function columnsFor(isRepeatable: boolean, open: (id: string) => void): readonly Column<WebhookDelivery>[] {
  return [
    {
      title: 'Event',
      cell: ({ id, event_type, test }) => (
        <Anchor component="button" type="button" fz="sm" onClick={() => open(id)}>
          {event_type}
          {test && ' (test)'}
        </Anchor>
      ),
    },
    { title: 'Status', is: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
    { title: 'Last response', cell: ({ attempts }) => answerText(attempts.at(-1)) },
    { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
    {
      title: 'Next attempt',
      optional: true,
      cell: ({ next_attempt_at }) => <When at={next_attempt_at} none="" />,
    },
    ...(isRepeatable
      ? [
          {
            title: 'Redeliver',
            is: 'actions' as const,
            cell: (delivery: WebhookDelivery) =>
              delivery.status === 'pending' ? null : <Redeliver delivery={delivery} isCompact />,
          },
        ]
      : []),
    { title: 'Attempts', is: 'count', cell: ({ attempts }) => format.count(attempts.length) },
  ];
}

const answerText = (attempt: WebhookDelivery['attempts'][number] | undefined): string =>
  attempt === undefined ? 'None yet' : attempt.status_code === null ? 'No response' : `HTTP ${attempt.status_code}`;
