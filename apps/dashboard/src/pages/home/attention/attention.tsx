import { Text } from '@mantine/core';
import type { DashboardSummary } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../../format';
import { useAccount } from '../../../session/account';
import { useQuiet } from '../../../session/use-quiet';
import { Problem } from '../../../ui/feedback/problem';
import { Panel } from '../../../ui/layout/panel';
import { raisedAlarms, useRaisedAlarms } from './alarms';
import { AttentionRows } from './attention-rows';
import { expiringDocuments, rejectedBundles, useExpiringDocuments, useRejectedBundles } from './documents';
import { fraudAlerts, useFraudAlerts } from './fraud';
import type { Matter } from './matters';
import { leftCart, moneyMatters, useBalance, useLeftCart, useRecharge } from './money';
import { isFirstAttempt, useNumberMatters } from './numbers';
import { downGateways, failingWebhooks, useDownGateways, useFailingWebhooks } from './service';

/**
 * Loads what needs attention. The page waits for what loses calls or money, so that nothing moves when it appears; the rest is
 * loaded when the page is shown, and stands below.
 */
export function useAttention() {
  const isLater = useQuiet();
  const [nowMs] = useState(Date.now);
  const numbers = useNumberMatters(isLater);
  const first = {
    alerts: useFraudAlerts(),
    alarms: useRaisedAlarms(),
    recharge: useRecharge(),
    balance: useBalance(),
    gateways: useDownGateways(numbers.hasSome),
  };
  return {
    ...first,
    rejected: useRejectedBundles(isLater),
    expiring: useExpiringDocuments(nowMs, isLater),
    cart: useLeftCart(isLater),
    webhooks: useFailingWebhooks(isLater),
    alertCents: useAccount().settings.low_balance_alert_cents,
    nowMs,
    numbers: numbers.found,
    isLoading: numbers.isLoading || Object.values(first).some(isFirstAttempt),
  };
}

function mattersOf(summary: DashboardSummary, attention: ReturnType<typeof useAttention>): readonly Matter[] {
  const {
    numbers,
    alerts,
    alarms,
    rejected,
    expiring,
    recharge,
    balance,
    cart,
    webhooks,
    gateways,
    alertCents,
    nowMs,
  } = attention;
  return [
    ...(alerts.data ? fraudAlerts(alerts.data) : []),
    ...(gateways.data ? downGateways(gateways.data) : []),
    ...(alarms.data ? raisedAlarms(alarms.data) : []),
    ...moneyMatters(summary, { balance: balance.data, recharge: recharge.data, alertCents }),
    ...numbers,
    ...(rejected.data ? rejectedBundles(rejected.data) : []),
    ...(expiring.data ? expiringDocuments(expiring.data, nowMs) : []),
    ...(webhooks.data ? failingWebhooks(webhooks.data) : []),
    ...(cart.data ? leftCart(cart.data) : []),
  ];
}

/** What loses calls or money, or will, the worst first: absent when there is nothing to do. */
export function Attention({ summary, ...attention }: ReturnType<typeof useAttention> & { summary: DashboardSummary }) {
  const { alerts, alarms, rejected, expiring } = attention;
  const matters = mattersOf(summary, attention);
  return (
    <>
      <Problem title="Alerts about unusual calls could not be loaded" error={alerts.error} retry={alerts.refetch} />
      <Problem title="Raised alarms could not be loaded" error={alarms.error} retry={alarms.refetch} />
      <Problem title="Rejected bundles could not be loaded" error={rejected.error} retry={rejected.refetch} />
      <Problem title="Expiring documents could not be loaded" error={expiring.error} retry={expiring.refetch} />
      {matters.length > 0 && (
        <Panel
          title="Needs attention"
          aside={
            <Text size="xs" c="dimmed" className="figures">
              {format.count(matters.length)}
            </Text>
          }
          named
        >
          <AttentionRows matters={matters} />
        </Panel>
      )}
    </>
  );
}
