import { Alert, Card, Grid, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { NumberHistory, PhoneNumber } from '@trunkline/client';
import { format, words } from '../../format';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DataTable } from '../../ui/tables/data-table';
import { EmptyState } from '../../ui/empty-state';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { When } from '../../ui/when';
import { NumberActions } from './number-actions';
import { NumberCharges } from './number-charges';
import { NumberCalls } from './number-calls';
import { NumberDocuments } from './number-documents';
import { NumberSettings } from './number-settings';
import { NumberState } from './number-status';

const route = getRouteApi('/signed-in/numbers/$e164');

export function NumberPage() {
  const { e164 } = route.useParams();
  const grouped = usePhoneFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['numbers', e164],
    queryFn: ({ signal }) => trunkline.numbers.get(e164, { signal }),
  });
  return (
    <Page title={grouped(e164)} actions={data && <NumberActions number={data} />}>
      <Problem title="The number could not be loaded" error={error} retry={refetch} />
      {data ? <Details number={data} /> : !error && <Skeleton h={300} role="img" aria-label="Loading" />}
    </Page>
  );
}

function Details({ number }: { number: PhoneNumber }) {
  const may = useMay();
  return (
    <Stack gap="lg">
      {number.release_scheduled_at !== null && (
        <Alert color="yellow">
          <Text size="sm">The number is released on {format.day(number.release_scheduled_at)}.</Text>
        </Alert>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder h="100%">
            <Facts items={factsOf(number)} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder h="100%">
            <NumberSettings number={number} />
          </Card>
        </Grid.Col>
      </Grid>
      {(number.requires_activation || number.compliance_bundle_id !== null) && (
        <Card withBorder>
          <NumberDocuments number={number} />
        </Card>
      )}
      <Card withBorder>
        <Group justify="space-between" mb="sm">
          <Title order={2}>Latest calls</Title>
          <TextLink to="/calls" search={{ number: number.e164 }} fz="sm">
            All calls of this number
          </TextLink>
        </Group>
        <NumberCalls e164={number.e164} />
      </Card>
      {may('billing:read') && <NumberCharges number={number} />}
      <Card withBorder>
        <Title order={2} mb="sm">
          History
        </Title>
        <History e164={number.e164} />
      </Card>
    </Stack>
  );
}

function factsOf(number: PhoneNumber) {
  return [
    ['Status', <NumberState key="status" number={number} />],
    ['Type', words(number.number_type)],
    ['Country', format.country(number.country)],
    ['Area', number.city ?? number.region ?? 'None'],
    ['Capabilities', number.capabilities.map(words).join(', ')],
    ['Per month', format.money(number.monthly_price_cents, number.currency)],
    ['Setup', format.money(number.setup_price_cents, number.currency)],
    ['Bought', <When key="bought" at={number.assigned_at} />],
    ['Next charge', format.day(number.next_billing_at)],
    ['Failed charges', String(number.failed_billing_attempts)],
    ['E.164', number.e164],
    ['ID', number.id],
  ] as const;
}

function History({ e164 }: { e164: string }) {
  return (
    <DataTable<NumberHistory>
      label="History of the number"
      columns={[
        { key: 'at', title: 'Time', cell: ({ at }) => <When at={at} /> },
        { key: 'action', title: 'Change', cell: ({ action }) => words(action) },
        { key: 'actor', title: 'By', cell: ({ actor_kind }) => words(actor_kind) },
      ]}
      queryKey={['numbers', e164, 'history']}
      load={(cursor, signal) => trunkline.numbers.history.list(e164, { ...(cursor && { cursor }) }, { signal })}
      rowKey={({ id }) => id}
      empty={<EmptyState text="No changes yet." />}
    />
  );
}
