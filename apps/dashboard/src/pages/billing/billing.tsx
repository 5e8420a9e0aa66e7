import { Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Loaded } from '../../ui/feedback/loaded';
import { FormSection } from '../../ui/layout/form-section';
import { Panel } from '../../ui/layout/panel';
import { part } from '../../ui/part';
import { AutoRechargeForm, BalanceAlertForm } from './auto-recharge';
import { Cards } from './cards';
import { LatestPayments } from './latest-payments';
import { TopUp } from './top-up';

// With the names of all countries, which the rest of the page does not need.
const BillingDetailsForm = part(async () => (await import('./billing-details')).default, <Skeleton height={320} />);

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
      <LatestPayments />
      <div>
        <FormSection title="Cards" text="The default card pays top-ups, also automatic ones.">
          <Cards />
        </FormSection>
        <FormSection title="Automatic top-up" text="Keeps calls and numbers from stopping when the balance runs out.">
          <AutoRechargeForm />
        </FormSection>
        <FormSection
          title="Low balance"
          text="An email to owners and billing members, and a line on Home, before the balance runs out."
        >
          <BalanceAlertForm />
        </FormSection>
        <FormSection
          title="Limits and alerts"
          text="What keeps a stolen password or a wrong dial plan from spending the balance."
        >
          <Stack gap={6} align="start">
            {may('account:read') && <TextLink to="/settings/outbound">Countries, prices and the daily limit</TextLink>}
            {may('cdrs:read') && <TextLink to="/alarms">Alarms on calls and spending</TextLink>}
            <Text size="sm" c="dimmed">
              Unusual calls raise an alert by email and on Home.
            </Text>
          </Stack>
        </FormSection>
        <FormSection title="Billing details" text="The buyer on invoices and receipts.">
          <BillingDetailsForm />
        </FormSection>
      </div>
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
