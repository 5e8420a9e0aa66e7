import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { GatewayState, PeerState, RegistrationMode, SipGateway, SipTrunkDetail } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/feedback/empty-state';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { addressOf, CreateGateway, EditGateway } from './gateway-form';
import { TestButton, TestResults, useGatewayTest } from './gateway-test';
import { useTrunkStatus } from './use-trunk-status';

const EMPTY: Readonly<Record<RegistrationMode, string>> = {
  static_ip: 'There are no gateways: calls to the trunk fail.',
  register: 'There are no gateways: calls to the trunk reach the systems that are registered.',
};
const STATES: Readonly<Record<PeerState, readonly [state: State, text: string]>> = {
  up: ['ok', 'Up'],
  down: ['bad', 'Down'],
  unknown: ['idle', 'Not known'],
};

interface Props {
  readonly trunk: SipTrunkDetail;
  readonly isReadOnly: boolean;
}

/** Where calls to the trunk are sent, in the order in which they are tried. */
export function Gateways({ trunk: { id, gateway_count, registration_mode, transport }, isReadOnly }: Props) {
  const [opened, setOpened] = useState<SipGateway | 'new' | null>(null);
  const test = useGatewayTest();
  const { data: status } = useTrunkStatus(id);
  const close = (): void => setOpened(null);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Gateways</Title>
        {!isReadOnly && (
          <Group gap="xs">
            {gateway_count > 0 && <TestButton trunkId={id} test={test} />}
            <Button variant="default" onClick={() => setOpened('new')}>
              Add a gateway
            </Button>
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Calls go to the lowest priority first, and within it by weight. Gateways that are down come last.
      </Text>
      <TestResults test={test} />
      <List
        label="Gateways"
        columns={columnsFor({ trunkId: id, isReadOnly, states: status?.gateways ?? [], open: setOpened })}
        queryKey={['trunks', id, 'gateways']}
        load={(query, options) => trunkline.sipTrunks.gateways.list(id, query, options)}
        empty={<EmptyState text={EMPTY[registration_mode]} />}
      />
      <Dialog
        opened={opened !== null}
        onClose={close}
        title={opened === 'new' ? 'Add a gateway' : `Gateway ${opened?.name ?? ''}`}
      >
        {opened === 'new' && <CreateGateway trunkId={id} transport={transport} onDone={close} />}
        {opened !== null && opened !== 'new' && <EditGateway trunkId={id} gatewayId={opened.id} onDone={close} />}
      </Dialog>
    </Stack>
  );
}

interface Actions {
  readonly trunkId: string;
  readonly isReadOnly: boolean;
  /** As last reported; the rows of the table are older. */
  readonly states: readonly GatewayState[];
  readonly open: (gateway: SipGateway) => void;
}

function columnsFor({ trunkId, isReadOnly, states, open }: Actions): readonly Column<SipGateway>[] {
  const columns: readonly Column<SipGateway>[] = [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Address', cell: (gateway) => <code>{addressOf(gateway)}</code> },
    {
      title: 'Status',
      cell: ({ enabled }) => (
        <StatusMark state={enabled ? 'ok' : 'idle'} text={enabled ? 'Receives calls' : 'Switched off'} />
      ),
    },
    {
      title: 'State',
      cell: (gateway) => <State {...(states.find(({ gateway_id }) => gateway_id === gateway.id) ?? gateway)} />,
    },
    { title: 'Priority', end: true, cell: ({ priority }) => priority },
    { title: 'Weight', end: true, cell: ({ weight }) => weight },
  ];
  if (isReadOnly) return columns;
  const change: Column<SipGateway> = {
    title: 'Actions',
    cell: (gateway) => (
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" aria-label={`Edit ${gateway.name}`} onClick={() => open(gateway)}>
          Edit
        </Button>
        <ConfirmButton
          compact
          label="Remove"
          title={`Remove ${gateway.name}`}
          text="New calls are no longer sent to the gateway."
          action={() => trunkline.sipTrunks.gateways.delete(trunkId, gateway.id)}
          reloads={['trunks']}
        />
      </Group>
    ),
  };
  return [...columns, change];
}

function State({ state, last_probe_at }: Pick<GatewayState, 'state' | 'last_probe_at'>) {
  const [mark, text] = STATES[state];
  return (
    <>
      <StatusMark state={mark} text={text} />
      <Text size="xs" c="dimmed" className="whole">
        {last_probe_at === null ? 'Never probed' : <>Probed {<When key={last_probe_at} at={last_probe_at} />}</>}
      </Text>
    </>
  );
}
