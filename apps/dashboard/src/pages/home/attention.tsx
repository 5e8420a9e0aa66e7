import { Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { DashboardSummary, NumbersListQuery, PhoneNumber } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';
import { RaisedAlarms, useRaisedAlarms } from './alarm-attention';
import { FraudAlerts, useFraudAlerts } from './fraud-attention';
import { NEWEST_MAX, useNewestNumbers } from './newest-numbers';
import { LeftCart, Money, moneyTexts, useBalance, useLeftCart, useRecharge } from './money-attention';
import { DownGateways, FailingWebhooks, useDownGateways, useFailingWebhooks } from './service-attention';
import { ExpiringDocuments, RejectedBundles, useExpiringDocuments, useRejectedBundles } from './documents-attention';

/** What needs attention about numbers: how the API finds them, how they are found in a list of all, and where they are listed. */
const TOPICS = [
  {
    filter: { unrouted: true, status: ['active'] },
    holds: ({ status, trunk_id, routing_profile_id }) =>
      status === 'active' && trunk_id === null && routing_profile_id === null,
    search: { routing: 'unrouted' },
    texts: ['routes nowhere', 'route nowhere'],
  },
  {
    filter: { past_due: true, status: ['active'] },
    holds: ({ is_past_due }) => is_past_due,
    search: { routing: 'past_due' },
    texts: ['is past due', 'are past due'],
  },
  {
    filter: { status: ['suspended'] },
    holds: ({ status }) => status === 'suspended',
    search: { status: 'suspended' },
    texts: ['is suspended', 'are suspended'],
  },
  {
    filter: { price_changing: true },
    holds: ({ price_changes_at }) => price_changes_at !== null,
    search: { routing: 'price_changing' },
    texts: ['changes its price', 'change their price'],
  },
] as const satisfies readonly {
  readonly filter: NumbersListQuery;
  readonly holds: (number: PhoneNumber) => boolean;
  readonly search: Readonly<Record<string, string>>;
  readonly texts: readonly [one: string, several: string];
}[];

/** Whether the query may still answer soon. A query that is retried keeps nothing waiting. */
const isFirstAttempt = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;

/** Loads what needs attention. The page waits for it, so that nothing moves when it appears above the rest. */
export function useAttention() {
  const numbers = useNumbers();
  const alerts = useFraudAlerts();
  const alarms = useRaisedAlarms();
  const rejected = useRejectedBundles();
  const expiring = useExpiringDocuments();
  const recharge = useRecharge();
  const balance = useBalance();
  const cart = useLeftCart();
  const webhooks = useFailingWebhooks();
  const gateways = useDownGateways(numbers.hasSome);
  const lists = { alerts, alarms, rejected, expiring, recharge, balance, cart, webhooks, gateways };
  return {
    ...lists,
    numbers: numbers.found,
    isLoading: numbers.isLoading || Object.values(lists).some(isFirstAttempt),
  };
}

/** What loses calls or money, or will: absent when there is nothing to do. */
export function Attention({ summary, ...attention }: ReturnType<typeof useAttention> & { summary: DashboardSummary }) {
  const { numbers, alerts, alarms, rejected, expiring, recharge, balance, cart, webhooks, gateways } = attention;
  const money = moneyTexts(summary, { balance: balance.data, recharge: recharge.data });
  const isQuiet =
    [alerts, alarms, rejected, expiring].every(({ data }) => !data || data.items.length === 0) &&
    [gateways.data, webhooks.data, cart.data, money].every((found) => !found || found.length === 0);
  return (
    <>
      <Problem title="Alerts about unusual calls could not be loaded" error={alerts.error} retry={alerts.refetch} />
      <Problem title="Raised alarms could not be loaded" error={alarms.error} retry={alarms.refetch} />
      <Problem title="Rejected bundles could not be loaded" error={rejected.error} retry={rejected.refetch} />
      <Problem title="Expiring documents could not be loaded" error={expiring.error} retry={expiring.refetch} />
      {(numbers.length > 0 || !isQuiet) && (
        <Note state="warn" title="Needs attention">
          <Stack gap={8}>
            {alerts.data && <FraudAlerts page={alerts.data} />}
            {alarms.data && <RaisedAlarms page={alarms.data} />}
            {gateways.data && <DownGateways gateways={gateways.data} />}
            {money.length > 0 && <Money texts={money} />}
            {numbers.map(({ text, search }) => (
              <TextLink key={text} to="/numbers" search={search}>
                {text}
              </TextLink>
            ))}
            {rejected.data && <RejectedBundles page={rejected.data} />}
            {expiring.data && <ExpiringDocuments page={expiring.data} />}
            {webhooks.data && <FailingWebhooks webhooks={webhooks.data} />}
            {cart.data && <LeftCart items={cart.data} />}
          </Stack>
        </Note>
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
  const found = TOPICS.flatMap(({ holds, texts, search }, index) => {
    const page = topics[index]?.data;
    const count = isPart ? (page?.items.length ?? 0) : (all.data?.items.filter(holds).length ?? 0);
    return count === 0 ? [] : [{ text: textOf(count, isPart && page?.next_cursor !== null, texts), search }];
  });
  const hasSome = (all.data?.items.length ?? 0) > 0;
  return { found, hasSome, isLoading: isFirstAttempt(all) || topics.some(isFirstAttempt) };
}

function textOf(count: number, isMore: boolean, [one, several]: readonly [string, string]): string {
  return count === 1 ? `1 number ${one}` : `${format.count(count)}${isMore ? ' or more' : ''} numbers ${several}`;
}
