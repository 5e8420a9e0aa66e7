import { Grid, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Usage } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Loaded } from '../../ui/feedback/loaded';
import { type Point, TimeChart } from '../../ui/charts/time-chart';
import { Panel } from '../../ui/layout/panel';
import { part } from '../../ui/part';
import { ExportButton } from '../exports/export-button';
import { AutoRechargeForm } from './auto-recharge';
import { Cards } from './cards';
import { TopUp } from './top-up';

// With the names of all countries, which the rest of the page does not need.
const BillingDetailsForm = part(async () => (await import('./billing-details')).default, <Skeleton height={320} />);

const DAYS = 30;
const DAY_S = 86_400;

export function Billing() {
  const may = useMay();
  return (
    <Page title="Billing">
      <Grid>
        <Panel span={7}>
          <Balance />
        </Panel>
        <Panel title="Add funds" span={5} tinted>
          {may('billing:write') ? (
            <TopUp />
          ) : (
            <Text size="sm" c="dimmed">
              Your role cannot make payments.
            </Text>
          )}
        </Panel>
      </Grid>
      <Spend />
      <Panel title="Cards">
        <Cards />
      </Panel>
      <Panel title="Automatic top-up">
        <AutoRechargeForm />
      </Panel>
      <Panel title="Billing details">
        <BillingDetailsForm />
      </Panel>
    </Page>
  );
}

function Balance() {
  const query = useQuery({
    queryKey: ['billing', 'balance'],
    queryFn: ({ signal }) => trunkline.billing.balance.get({ signal }),
    // Home may have read it a moment before, and a call or an order have held money since.
    staleTime: 0,
  });
  return (
    <Loaded query={query} height={100}>
      {({ amount_cents, available_cents, held_cents, credit_limit_cents, currency }) => (
        <>
          <Text size="xs" c="dimmed">
            Balance
          </Text>
          <Text fz={28} fw={600} className="figures" mb="sm" data-testid="balance">
            {format.money(amount_cents, currency)}
          </Text>
          <Facts
            items={[
              ['Available', format.money(available_cents, currency)],
              ['Held by orders and calls', <Held key="held" cents={held_cents} currency={currency} />],
              ...(credit_limit_cents > 0
                ? [['Credit limit', format.money(credit_limit_cents, currency)] as const]
                : []),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** Money on hold, with the lists of what holds it. */
function Held({ cents, currency }: { cents: number; currency: string }) {
  const may = useMay();
  return (
    <>
      {format.money(cents, currency)}
      {cents > 0 && (
        <Group gap="0 12px">
          {may('numbers:read') && (
            <TextLink to="/numbers/orders" search={{ status: 'pending' }}>
              Orders in progress
            </TextLink>
          )}
          {may('cdrs:read') && <TextLink to="/calls/live">Live calls</TextLink>}
        </Group>
      )}
    </>
  );
}

const today = (): number => Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;

/** Charges of the last days: numbers and calls. */
function Spend() {
  const from = today() - (DAYS - 1) * DAY_S;
  const asked = { from, to: from + DAYS * DAY_S, group_by: 'day' } as const;
  const query = useQuery({
    queryKey: ['billing', 'usage', from],
    queryFn: ({ signal }) => trunkline.billing.usage.get(asked, { signal }),
  });
  const pointsOf = ({ items }: Usage): Point[] => {
    const costs = new Map(items.map(({ key, cost_cents }) => [key, cost_cents]));
    return Array.from({ length: DAYS }, (_day, index) => {
      const at = from + index * DAY_S;
      return { at, value: costs.get(new Date(at * 1000).toISOString().slice(0, 10)) ?? 0 };
    });
  };
  return (
    <Panel title="Spent per day" aside={<ExportButton kind="usage" filters={asked} />}>
      <Loaded query={query} height={220}>
        {(usage) => (
          <TimeChart
            title={`Spent per day in the last ${DAYS} days`}
            points={pointsOf(usage)}
            format={(cents) => format.money(cents)}
            label={(at) => format.shortDay(at)}
          />
        )}
      </Loaded>
    </Panel>
  );
}
