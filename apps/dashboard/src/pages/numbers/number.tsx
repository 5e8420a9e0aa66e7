import { Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { NumberHistory, PhoneNumber } from '@trunkline/client';
import { format, words } from '../../format';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { CallTable } from '../calls/call-table';
import { NumberActions, ReleaseNumber } from './number-actions';
import { NumberCharges } from './number-charges';
import { NumberDocuments } from './number-documents';
import { NumberLeaving } from './number-leaving';
import { NumberSettings } from './number-settings';
import { NumberState } from './number-status';

const route = getRouteApi('/signed-in/numbers/$e164');

export function NumberPage() {
  const { e164 } = route.useParams();
  const grouped = usePhoneFormat();
  const query = useQuery({
    queryKey: ['numbers', e164],
    queryFn: ({ signal }) => trunkline.numbers.get(e164, { signal }),
  });
  return (
    <Page
      title={grouped(e164)}
      state={query.data && <NumberState number={query.data} />}
      actions={query.data && <NumberActions number={query.data} />}
    >
      <Loaded query={query} title="The number could not be loaded">
        {(number) => <Details number={number} />}
      </Loaded>
    </Page>
  );
}

function Details({ number }: { number: PhoneNumber }) {
  const may = useMay();
  return (
    <Stack gap="xl">
      {number.release_scheduled_at !== null && (
        <Note state="warn">
          <Text size="sm">The number is released on {format.day(number.release_scheduled_at)}.</Text>
        </Note>
      )}
      {number.next_monthly_price_cents !== null && number.price_changes_at !== null && (
        <Note>
          <Text size="sm">
            From {format.day(number.price_changes_at)}, a month costs{' '}
            {format.money(number.next_monthly_price_cents, number.currency)} instead of{' '}
            {format.money(number.monthly_price_cents, number.currency)}. Months that started before are not affected.
          </Text>
        </Note>
      )}
      <Grid>
        <Panel span={7}>
          <Facts items={factsOf(number)} />
        </Panel>
        <Panel span={5}>
          <NumberSettings number={number} />
        </Panel>
      </Grid>
      {(number.requires_activation || number.compliance_bundle_id !== null) && (
        <Panel>
          <NumberDocuments number={number} />
        </Panel>
      )}
      <Panel
        title="Latest calls"
        aside={
          <TextLink to="/calls" search={{ number: number.e164 }}>
            All calls of this number
          </TextLink>
        }
      >
        <NumberCalls e164={number.e164} />
      </Panel>
      {may('billing:read') && <NumberCharges number={number} />}
      <NumberLeaving number={number} />
      <Panel title="History">
        <History e164={number.e164} />
      </Panel>
      <ReleaseNumber number={number} />
    </Stack>
  );
}

function factsOf(number: PhoneNumber) {
  return [
    ['Type', words(number.number_type)],
    ['Country', format.country(number.country)],
    ['Area', number.city ?? number.region ?? 'None'],
    ['Capabilities', number.capabilities.map(words).join(', ')],
    ['Per month', format.money(number.monthly_price_cents, number.currency)],
    ['Setup', format.money(number.setup_price_cents, number.currency)],
    ['Bought', <When exact key="bought" at={number.assigned_at} />],
    ['Next charge', format.day(number.next_billing_at)],
    ['Failed charges', String(number.failed_billing_attempts)],
    ['E.164', number.e164],
    ['ID', <Id key="id" value={number.id} />],
  ] as const;
}

const CHANGES: Readonly<Record<string, string>> = {
  port_out_begun: 'Port-out begun',
  port_out_refused: 'Port-out refused',
  port_out_lock_changed: 'Port-out lock changed',
  port_out_pin_set: 'Port-out PIN set',
  sms_webhook_changed: 'SMS webhook changed',
};

const HISTORY: readonly Column<NumberHistory>[] = [
  { title: 'Time', cell: ({ at }) => <When at={at} /> },
  { title: 'Change', cell: ({ action }) => CHANGES[action] ?? words(action) },
  { title: 'By', cell: ({ actor_kind }) => words(actor_kind) },
];

function History({ e164 }: { e164: string }) {
  return (
    <List
      label="History of the number"
      columns={HISTORY}
      queryKey={['numbers', e164, 'history']}
      load={(query, options) => trunkline.numbers.history.list(e164, query, options)}
      empty={<EmptyState text="No changes yet." />}
    />
  );
}

const SHOWN = 5;

/** The latest calls to and from a number. */
function NumberCalls({ e164 }: { e164: string }) {
  const query = useQuery({
    queryKey: ['calls', 'latest', e164],
    queryFn: async ({ signal }) => trunkline.cdrs.list({ e164, limit: SHOWN }, { signal }),
  });
  return (
    <Loaded query={query} title="The calls could not be loaded" height={120}>
      {({ items }) =>
        items.length > 0 ? (
          <CallTable label="Latest calls" calls={items} />
        ) : (
          <Text size="sm" c="dimmed">
            No calls yet.
          </Text>
        )
      }
    </Loaded>
  );
}
