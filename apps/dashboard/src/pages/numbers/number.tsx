import { Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PhoneNumber } from '@trunkline/client';
import { Lock } from 'lucide-react';
import { format, words } from '../../format';
import { Flag } from '../../format/flag';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { type PagePart, PageParts } from '../../ui/layout/page-parts';
import { Panel } from '../../ui/layout/panel';
import { part } from '../../ui/part';
import { When } from '../../ui/when';
import { RecentCalls } from '../call-log/recent-calls';
import { NumberActions } from './number-actions';
import { hasDocuments } from './documents/number-bundle';
import { NumberRouting } from './number-routing';
import { NumberState } from './number-status';
import { TagList } from './tag-list';
import classes from './numbers.module.css';

const route = getRouteApi('/signed-in/numbers/$e164');

const TAB_LOADING = <Loading height={300} />;

const NumberDocuments = part(async () => (await import('./documents/number-documents')).NumberDocuments);
const NumberNotes = part(async () => (await import('./number-notes')).NumberNotes);
const NumberCharges = part(async () => (await import('./tabs/number-charges')).NumberCharges, TAB_LOADING);
const NumberLeaving = part(async () => (await import('./tabs/number-leaving')).NumberLeaving, TAB_LOADING);
const NumberHistory = part(async () => (await import('./tabs/number-history')).NumberHistory, TAB_LOADING);

const PARTS: readonly PagePart<PhoneNumber>[] = [
  { text: 'Overview', draw: (number) => <Overview number={number} /> },
  { text: 'Charges', show: 'charges', needs: 'billing:read', draw: (number) => <NumberCharges number={number} /> },
  { text: 'Porting out', show: 'porting-out', draw: (number) => <NumberLeaving number={number} /> },
  { text: 'History', show: 'history', draw: ({ e164 }) => <NumberHistory e164={e164} /> },
];

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
      heading={
        <span>
          <Flag country={query.data?.country} />
          {grouped(e164)}
        </span>
      }
      crumb={query.data?.label}
      state={query.data && <NumberState number={query.data} />}
      meta={query.data && <Meta number={query.data} />}
      actions={query.data && <NumberActions number={query.data} />}
    >
      <Loaded query={query} title="The number could not be loaded">
        {(number) => <Details number={number} />}
      </Loaded>
    </Page>
  );
}

/** What identifies the number beside its digits. */
function Meta({ number }: { number: PhoneNumber }) {
  const { label, number_type, city, region, country, capabilities, deletion_lock } = number;
  return (
    <>
      {label !== null && <b dir="auto">{label}</b>}
      <span>{[words(number_type), city ?? region, format.country(country)].filter(Boolean).join(', ')}</span>
      <span>{capabilities.map(words).join(', ')}</span>
      {deletion_lock && (
        <span className={classes['locked']}>
          <Lock size={14} strokeWidth={1.75} aria-hidden />
          Protected against release
        </span>
      )}
    </>
  );
}

function Details({ number }: { number: PhoneNumber }) {
  const search = route.useSearch();
  return (
    <>
      {(number.port_out_at ?? number.release_scheduled_at ?? number.price_changes_at) !== null && (
        <NumberNotes number={number} />
      )}
      <NumberRouting number={number} />
      <PageParts label="Parts of the number" parts={PARTS} of={number} search={search} />
    </>
  );
}

function Overview({ number }: { number: PhoneNumber }) {
  const { e164 } = number;
  const mayReadCalls = useMay()('cdrs:read');
  const { days } = route.useSearch();
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap={40}>
          {hasDocuments(number) && (
            <Panel title="Documents">
              <NumberDocuments number={number} />
            </Panel>
          )}
          {mayReadCalls && <RecentCalls query={{ e164 }} search={{ number: e164 }} noun="number" days={days} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap={40}>
          <Panel title="Subscription">
            <Facts lines items={subscriptionOf(number)} />
          </Panel>
          <Panel title="Details">
            <Facts lines items={detailsOf(number)} />
          </Panel>
          {number.notes !== null && (
            <Panel title="Notes" named>
              <Text size="sm" dir="auto" className={classes['notes']}>
                {number.notes}
              </Text>
            </Panel>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** What the number costs. A setup that was free and charges that never failed say nothing. */
const subscriptionOf = (number: PhoneNumber) =>
  [
    ['Per month', format.money(number.monthly_price_cents, number.currency)],
    ...(number.setup_price_cents > 0
      ? [['Setup', format.money(number.setup_price_cents, number.currency)] as const]
      : []),
    ['Next charge', format.day(number.next_billing_at)],
    ...(number.failed_billing_attempts > 0
      ? [['Failed charges', format.count(number.failed_billing_attempts)] as const]
      : []),
    ['Since', <When exact key="bought" at={number.assigned_at} />],
  ] as const;

const detailsOf = ({ e164, id, tags }: PhoneNumber) =>
  [
    ...(tags.length > 0 ? [['Tags', <TagList key="tags" tags={tags} />] as const] : []),
    ['E.164', <Id key="e164" value={e164} />],
    ['ID', <Id key="id" value={id} />],
  ] as const;
