import { Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { PortNumber, PortRequest } from '@trunkline/client';
import { format } from '../../format';
import { Phone, usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { later } from '../../ui/later';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { When } from '../../ui/when';
import { CarrierForm, RouteForm, SubmittedDetails } from './port-forms';
import { PortDocuments } from './port-documents';
import { PortProgress } from './port-progress';
import { awaited, isEditable, noDate, PORT_NUMBER_STATUSES, PortState } from './port-status';
import { REASONS } from './port-reasons';

const route = getRouteApi('/signed-in/numbers/ports/$id');
const RELOAD_MS = 10_000;

const PortComments = later(async () => (await import('./port-timeline')).PortComments, 160);
const PortHistory = later(async () => (await import('./port-timeline')).PortHistory, 200);

export function PortPage() {
  const { id } = route.useParams();
  const grouped = usePhoneFormat();
  const query = useQuery({
    queryKey: ['ports', id],
    queryFn: ({ signal }) => trunkline.porting.requests.get(id, { signal }),
    // Answers of the carrier appear by themselves. A form that is edited keeps its entries.
    refetchInterval: ({ state }) => (state.data && !isEditable(state.data) && awaited(state.data) ? RELOAD_MS : false),
  });
  return (
    <Page title={titleOf(query.data, grouped)} actions={query.data && <Actions port={query.data} />}>
      <Loaded query={query} title="The port could not be loaded">
        {(port) => <Details port={port} />}
      </Loaded>
    </Page>
  );
}

function titleOf(port: PortRequest | undefined, grouped: (e164: string) => string): string {
  const [first, ...others] = port?.numbers ?? [];
  if (!first) return 'Port';
  return others.length === 0
    ? `Port of ${grouped(first.e164)}`
    : `Port of ${format.count(others.length + 1)} numbers from ${grouped(first.e164)}`;
}

function Details({ port }: { port: PortRequest }) {
  const may = useMay();
  const isWritable = may('numbers:write') && isEditable(port);
  return (
    <Stack gap="xl">
      <PortProgress port={port} isWritable={isWritable} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            <Panel>{isWritable ? <CarrierForm port={port} /> : <SubmittedDetails port={port} />}</Panel>
            <Panel title="Documents">
              <PortDocuments port={port} isWritable={isWritable} />
            </Panel>
            {isWritable && (
              <Panel>
                <RouteForm port={port} />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="xl">
            <Panel>
              <Facts items={factsOf(port)} />
            </Panel>
            <Panel title="Numbers">
              <ShortTable
                label="Numbers of the port"
                columns={NUMBERS}
                rows={port.numbers}
                rowKey={({ e164 }) => e164}
              />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
      {port.status !== 'draft' && (
        <Panel title="Messages">
          <PortComments port={port} />
        </Panel>
      )}
      <Panel title="History">
        <PortHistory id={port.id} />
      </Panel>
    </Stack>
  );
}

const factsOf = (port: PortRequest) =>
  [
    ['Status', <PortState key="status" port={port} />],
    ['Waits for', awaited(port) ?? 'Nothing: the port has ended'],
    ['Country', format.country(port.country)],
    ['Confirmed date', port.foc_at === null ? noDate(port) : format.time(port.foc_at)],
    ['Fee', port.fee_cents === null ? 'Set on submission' : format.money(port.fee_cents)],
    ...(port.submitted_at === null
      ? []
      : [['Submitted', <When exact key="submitted" at={port.submitted_at} />] as const]),
    ...(port.completed_at === null ? [] : [['Ended', <When exact key="ended" at={port.completed_at} />] as const]),
    ['Created', <When exact key="created" at={port.created_at} />],
    ['ID', <Id key="id" value={port.id} />],
  ] as const;

const NUMBERS: readonly Column<PortNumber>[] = [
  {
    title: 'Number',
    cell: ({ e164, number_id }) =>
      number_id === null ? (
        <Phone value={e164} />
      ) : (
        <TextLink to="/numbers/$e164" params={{ e164 }} fz="inherit">
          <Phone value={e164} />
        </TextLink>
      ),
  },
  {
    title: 'Status',
    is: 'state',
    cell: ({ status, reason_code }) => (
      <>
        <StatusMark {...PORT_NUMBER_STATUSES[status]} />
        {reason_code !== null && (
          <Text fz="xs" c="dimmed">
            {REASONS[reason_code].what}
          </Text>
        )}
      </>
    ),
  },
];

function Actions({ port: { id, status } }: { port: PortRequest }) {
  const router = useRouter();
  if (!useMay()('numbers:write')) return null;
  if (status === 'draft') {
    return (
      <ConfirmButton
        label="Delete"
        title="Delete the draft"
        text="The draft is deleted. Its documents stay, and nothing was submitted."
        action={async () => {
          await trunkline.porting.requests.delete(id);
          await router.navigate({ to: '/numbers/ports' });
          await refresh('ports');
        }}
      />
    );
  }
  if (status === 'ported' || status === 'rejected' || status === 'cancelled') return null;
  return (
    <ConfirmButton
      label="Cancel the port"
      title="Cancel the port"
      text="The numbers stay at their carrier, and the held fee is released. A confirmed date can be cancelled until a day before it."
      action={() => trunkline.porting.requests.cancel(id)}
      reloads={['ports', 'billing', 'account']}
    />
  );
}
