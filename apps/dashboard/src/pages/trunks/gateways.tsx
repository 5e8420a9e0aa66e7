import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { SipGateway, SipTrunkDetail } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/empty-state';
import { StatusMark } from '../../ui/status-mark';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { CreateGateway, EditGateway } from './gateway-form';

interface Props {
  readonly trunk: SipTrunkDetail;
  readonly isReadOnly: boolean;
}

/** Where calls to the trunk are sent, in the order in which they are tried. */
export function Gateways({ trunk: { id }, isReadOnly }: Props) {
  const [opened, setOpened] = useState<SipGateway | 'new' | null>(null);
  const close = (): void => {
    setOpened(null);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Gateways</Title>
        {!isReadOnly && (
          <Button
            variant="default"
            onClick={() => {
              setOpened('new');
            }}
          >
            Add a gateway
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Calls go to the lowest priority first, and within it by weight.
      </Text>
      <DataTable<SipGateway>
        label="Gateways"
        columns={columnsFor(id, isReadOnly, setOpened)}
        queryKey={['trunks', id, 'gateways']}
        load={(cursor, signal) => trunkline.sipTrunks.gateways.list(id, { ...(cursor && { cursor }) }, { signal })}
        rowKey={(gateway) => gateway.id}
        empty={<EmptyState text="There are no gateways: calls to the trunk fail." />}
      />
      <Dialog
        opened={opened !== null}
        onClose={close}
        title={opened === 'new' ? 'Add a gateway' : `Gateway ${opened?.name ?? ''}`}
      >
        {opened === 'new' && <CreateGateway trunkId={id} onDone={close} />}
        {opened !== null && opened !== 'new' && <EditGateway trunkId={id} gatewayId={opened.id} onDone={close} />}
      </Dialog>
    </Stack>
  );
}

function columnsFor(
  trunkId: string,
  isReadOnly: boolean,
  open: (gateway: SipGateway) => void,
): readonly Column<SipGateway>[] {
  const columns: readonly Column<SipGateway>[] = [
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    {
      key: 'address',
      title: 'Address',
      cell: ({ host, port, transport }) => <code>{`${host}:${port} ${transport.toUpperCase()}`}</code>,
    },
    {
      key: 'enabled',
      title: 'Status',
      cell: ({ enabled }) => (
        <StatusMark color={enabled ? 'teal' : 'gray'} text={enabled ? 'Receives calls' : 'Switched off'} />
      ),
    },
    { key: 'priority', title: 'Priority', end: true, cell: ({ priority }) => priority },
    { key: 'weight', title: 'Weight', end: true, cell: ({ weight }) => weight },
  ];
  if (isReadOnly) return columns;
  const change: Column<SipGateway> = {
    key: 'change',
    title: 'Actions',
    cell: (gateway) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Edit ${gateway.name}`}
          onClick={() => {
            open(gateway);
          }}
        >
          Edit
        </Button>
        <ConfirmButton
          compact
          label="Remove"
          title={`Remove ${gateway.name}`}
          text="New calls are no longer sent to the gateway."
          action={async () => {
            await trunkline.sipTrunks.gateways.delete(trunkId, gateway.id);
            await refresh('trunks');
          }}
        />
      </Group>
    ),
  };
  return [...columns, change];
}
