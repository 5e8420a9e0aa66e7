import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { GatewayState, RegistrationMode, SipGateway, SipTrunkDetail } from '@trunkline/client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { ActionMenu } from '../../../ui/dialogs/action-menu';
import { dialogPart } from '../../../ui/dialogs/dialog';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Loaded } from '../../../ui/feedback/loaded';
import { StatusMark } from '../../../ui/feedback/status-mark';
import type { Column } from '../../../ui/tables/data-table';
import { Only } from '../../../ui/one-row/only';
import { ShortTable } from '../../../ui/tables/short-table';
import { When } from '../../../ui/when';
import { addressOf } from './gateway-address';
import { GATEWAYS_MAX, healthOf } from './gateway-health';
import { type SharedGateway, withShares } from './shares';
import { useHealthTimes } from './use-health-times';
import { useTrunkStatus } from '../use-trunk-status';

const route = getRouteApi('/signed-in/trunks/$id');

const GatewayDialog = dialogPart(async () => (await import('./gateway-dialog')).GatewayDialog);

const EMPTY: Readonly<Record<RegistrationMode, string>> = {
  static_ip: 'There are no gateways: calls to the trunk fail.',
  register: 'There are no gateways: calls to the trunk reach the systems that are registered.',
};

/** Of the heading and the time zone of the table, and of a row with the time of its measurement. */
const HEIGHT = 70;
const ROW_HEIGHT = 56;

interface Props {
  readonly trunk: SipTrunkDetail;
  readonly isReadOnly: boolean;
}

/** Where calls to the trunk are sent, in the order in which they are tried, or the gateway whose ID the address names. */
export function Gateways({ trunk, isReadOnly }: Props) {
  const { id, gateway_count, registration_mode } = trunk;
  const [edited, setEdited] = useState<SipGateway | 'new'>('new');
  const { data: status } = useTrunkStatus(id);
  const { id: named } = route.useSearch();
  const query = useQuery({
    queryKey: ['trunks', id, 'gateways'],
    queryFn: async ({ signal }) =>
      withShares((await trunkline.sipTrunks.gateways.list(id, { limit: GATEWAYS_MAX }, { signal })).items),
  });
  const [opened, dialog] = useDisclosure();
  const open = (gateway: SipGateway | 'new'): void => {
    setEdited(gateway);
    dialog.open();
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>Gateways, where your calls go</Title>
        {!isReadOnly && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => open('new')}
          >
            Add a gateway
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Calls go to the lowest priority first, and are shared within it by weight. Gateways that are down come last.
      </Text>
      {named !== undefined && <Only id={named} />}
      <Loaded query={query} title="The gateways could not be loaded" height={HEIGHT + gateway_count * ROW_HEIGHT}>
        {(gateways) =>
          gateways.length === 0 ? (
            <EmptyState text={EMPTY[registration_mode]} />
          ) : (
            <ShortTable
              label="Gateways"
              columns={columnsFor({ trunkId: id, isReadOnly, states: status?.gateways ?? null, open })}
              rows={named === undefined ? gateways : gateways.filter((each) => each.id === named)}
            />
          )
        }
      </Loaded>
      <GatewayDialog trunk={trunk} gateway={edited} opened={opened} onClose={dialog.close} />
    </Stack>
  );
}

interface Actions {
  readonly trunkId: string;
  readonly isReadOnly: boolean;
  /** As last measured; null until it is known. The rows of the table have only what switches have reported. */
  readonly states: readonly GatewayState[] | null;
  readonly open: (gateway: SipGateway) => void;
}

function columnsFor({ trunkId, isReadOnly, states, open }: Actions): readonly Column<SharedGateway>[] {
  const columns: readonly Column<SharedGateway>[] = [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Address', cell: (gateway) => <code>{addressOf(gateway)}</code> },
    {
      title: 'Health',
      is: 'state',
      cell: (gateway) => {
        const measured = states?.find(({ gateway_id }) => gateway_id === gateway.id) ?? gateway;
        return states === null && gateway.state === 'unknown' ? (
          '–'
        ) : (
          <Measured enabled={gateway.enabled} measured={measured} />
        );
      },
    },
    { title: 'Priority', is: 'count', cell: ({ priority }) => priority },
    { title: 'Weight', is: 'count', cell: ({ weight }) => weight },
    { title: 'Share', is: 'count', cell: ({ share }) => (share === null ? '–' : format.percent(Math.round(share))) },
  ];
  if (isReadOnly) return columns;
  const change: Column<SharedGateway> = {
    title: 'Actions',
    is: 'actions',
    cell: (gateway) => (
      <ActionMenu
        label={`Actions of ${gateway.name}`}
        isSmall
        actions={[
          { label: 'Edit', opensForm: true, choose: () => open(gateway) },
          {
            label: 'Remove',
            isDanger: true,
            title: `Remove ${gateway.name}`,
            text: 'New calls are no longer sent to the gateway.',
            action: () => trunkline.sipTrunks.gateways.delete(trunkId, gateway.id),
            reloads: ['trunks'],
          },
        ]}
      />
    ),
  };
  return [...columns, change];
}

type Measured = Pick<GatewayState, 'state'> & Partial<GatewayState>;

/** How a gateway answers. A gateway that is turned off receives no calls, however it answers. */
function Measured({ enabled, measured }: { enabled: boolean; measured: Measured }) {
  const { evidence, measured_at: at } = measured;
  const health = healthOf(measured, useHealthTimes());
  return (
    <>
      {enabled ? <StatusMark {...health} /> : <StatusMark state="idle" text="Turned off" />}
      {typeof at === 'number' && (
        <Text size="xs" c="dimmed" className="whole">
          {evidence === 'call' ? 'Call at' : 'Test at'} {<When key={at} at={at} />}
        </Text>
      )}
    </>
  );
}
