import { Grid, Skeleton, Stack, Text } from '@mantine/core';
import { useMay } from '../../session/account';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { FormSection } from '../../ui/layout/form-section';
import { Panel } from '../../ui/layout/panel';
import { part } from '../../ui/part';
import { AutoRechargeForm, BalanceAlertForm } from './auto-recharge';
import { Balance } from './balance/balance';
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
