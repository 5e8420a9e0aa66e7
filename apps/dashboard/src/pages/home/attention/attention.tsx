import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { DashboardSummary, NumbersListQuery, PhoneNumber } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../../format';
import { Phone } from '../../../format/phone';
import { useAccount } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { useQuiet } from '../../../session/use-quiet';
import { TextLink } from '../../../ui/links';
import { Problem } from '../../../ui/feedback/problem';
import { Panel } from '../../../ui/layout/panel';
import { NEWEST_MAX, useNewestNumbers } from '../newest-numbers';
import { raisedAlarms, useRaisedAlarms } from './alarms';
import { AttentionRows } from './attention-rows';
import { expiringDocuments, rejectedBundles, useExpiringDocuments, useRejectedBundles } from './documents';
import { fraudAlerts, useFraudAlerts } from './fraud';
import type { Matter } from './matters';
import { leftCart, moneyMatters, useBalance, useLeftCart, useRecharge } from './money';
import { downGateways, failingWebhooks, useDownGateways, useFailingWebhooks } from './service';

/** What needs attention about numbers: how the API finds them, how they are found in a list of all, and where they are listed. */
const TOPICS = [
  {
    filter: { unrouted: true, status: ['active'] },
    holds: ({ status, trunk_id, routing_profile_id }) =>
      status === 'active' && trunk_id === null && routing_profile_id === null,
    search: { routing: 'unrouted' },
    state: 'warn',
    texts: [
      'routes nowhere. Callers hear that it is not available.',
      'route nowhere. Callers hear that they are not available.',
    ],
    actions: ['Choose a route', 'Choose a route'],
  },
  {
    filter: { past_due: true, status: ['active'] },
    holds: ({ is_past_due }) => is_past_due,
    search: { routing: 'past_due' },
    state: 'warn',
    texts: ['is past due. It will be suspended.', 'are past due. They will be suspended.'],
    actions: ['Open the number', 'See which'],
  },
  {
    filter: { status: ['suspended'] },
    holds: ({ status }) => status === 'suspended',
    search: { status: 'suspended' },
    state: 'bad',
    texts: ['is suspended and receives no calls.', 'are suspended and receive no calls.'],
    actions: ['Open the number', 'See which'],
  },
  {
    filter: { price_changing: true },
    holds: ({ price_changes_at }) => price_changes_at !== null,
    search: { routing: 'price_changing' },
    state: 'idle',
    texts: ['changes its price.', 'change their price.'],
    actions: ['See its price', 'See the prices'],
  },
] as const satisfies readonly {
  readonly filter: NumbersListQuery;
  readonly holds: (number: PhoneNumber) => boolean;
  readonly search: Readonly<Record<string, string>>;
  readonly state: Matter['state'];
  readonly texts: readonly [one: string, several: string];
  readonly actions: readonly [one: string, several: string];
}[];

/** Whether the query may still answer soon. A query that is retried keeps nothing waiting. */
const isFirstAttempt = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;

/**
 * Loads what needs attention. The page waits for what loses calls or money, so that nothing moves when it appears; the rest is
 * loaded when the page is shown, and stands below.
 */
export function useAttention() {
  const isLater = useQuiet();
  const [nowMs] = useState(Date.now);
  const numbers = useNumbers();
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

/** Counts the numbers in one request. An account with more of them than a page holds asks for each topic. */
function useNumbers() {
  const all = useNewestNumbers();
  const isPart = typeof all.data?.next_cursor === 'string';
  const topics = useQueries({
    queries: TOPICS.map(({ filter }) => ({
      queryKey: ['numbers', 'attention', filter],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        trunkline.numbers.list({ ...filter, limit: NEWEST_MAX }, { signal }),
      enabled: isPart,
    })),
  });
  const found = TOPICS.flatMap(({ holds, texts, search, state, actions }, index): Matter[] => {
    const page = topics[index]?.data;
    const held = isPart ? (page?.items ?? []) : (all.data?.items.filter(holds) ?? []);
    const [first, ...others] = held;
    if (!first) return [];
    const matter = { key: texts[0], state };
    if (others.length === 0) {
      const link = (
        <TextLink to="/numbers/$e164" params={{ e164: first.e164 }}>
          {actions[0]}
        </TextLink>
      );
      return [{ ...matter, text: <OneNumber number={first} text={texts[0]} />, link }];
    }
    const link = (
      <TextLink to="/numbers" search={search}>
        {actions[1]}
      </TextLink>
    );
    const text = severalNumbers(held.length, isPart && page?.next_cursor !== null, texts[1]);
    return [{ ...matter, text, link }];
  });
  const hasSome = (all.data?.items.length ?? 0) > 0;
  return { found, hasSome, isLoading: isFirstAttempt(all) || topics.some(isFirstAttempt) };
}

function OneNumber({ number: { e164, label }, text }: { number: PhoneNumber; text: string }) {
  return (
    <>
      <Phone value={e164} fw={600} />
      {label !== null && (
        <>
          , <bdi>{label}</bdi>,
        </>
      )}{' '}
      {text}
    </>
  );
}

function severalNumbers(count: number, isMore: boolean, text: string) {
  return (
    <>
      <b>
        {format.count(count)}
        {isMore && ' or more'} numbers
      </b>{' '}
      {text}
    </>
  );
}
