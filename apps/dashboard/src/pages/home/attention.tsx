import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NumbersListQuery, PhoneNumberPage } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/note';
import { Problem } from '../../ui/problem';
import { RaisedAlarms, useRaisedAlarms } from './alarm-attention';
import { FraudAlerts, useFraudAlerts } from './fraud-attention';
import { ExpiringDocuments, RejectedBundles, useExpiringDocuments, useRejectedBundles } from './documents-attention';

const COUNTED_MAX = 100;

/** Whether the query may still answer soon. A query that is retried keeps nothing waiting. */
const isFirstAttempt = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;

/** Loads what needs attention. The page waits for it, so that nothing moves when it appears above the rest. */
export function useAttention() {
  const numbers = [
    {
      ...useNumbers({ unrouted: true, status: ['active'] }, 'routes nowhere', 'route nowhere'),
      search: { routing: 'unrouted' },
    },
    {
      ...useNumbers({ past_due: true, status: ['active'] }, 'is past due', 'are past due'),
      search: { routing: 'past_due' },
    },
    { ...useNumbers({ status: ['suspended'] }, 'is suspended', 'are suspended'), search: { status: 'suspended' } },
    {
      ...useNumbers({ price_changing: true }, 'changes its price', 'change their price'),
      search: { routing: 'price_changing' },
    },
  ];
  const alerts = useFraudAlerts();
  const alarms = useRaisedAlarms();
  const rejected = useRejectedBundles();
  const expiring = useExpiringDocuments();
  const isLoading = numbers.some((each) => each.isLoading) || [alerts, alarms, rejected, expiring].some(isFirstAttempt);
  return { numbers, alerts, alarms, rejected, expiring, isLoading };
}

/** What loses calls or money, or will: absent when there is nothing to do. */
export function Attention({ numbers: all, alerts, alarms, rejected, expiring }: ReturnType<typeof useAttention>) {
  const numbers = all.filter(({ text }) => text !== null);
  const isQuiet = [alerts, alarms, rejected, expiring].every(({ data }) => !data || data.items.length === 0);
  return (
    <>
      <Problem title="Alerts about unusual calls could not be loaded" error={alerts.error} retry={alerts.refetch} />
      <Problem title="Raised alarms could not be loaded" error={alarms.error} retry={alarms.refetch} />
      <Problem title="Rejected bundles could not be loaded" error={rejected.error} retry={rejected.refetch} />
      <Problem title="Expiring documents could not be loaded" error={expiring.error} retry={expiring.refetch} />
      {(numbers.length > 0 || !isQuiet) && (
        <Note state="warn" title="Needs attention">
          <Stack gap={4}>
            {alerts.data && <FraudAlerts page={alerts.data} />}
            {alarms.data && <RaisedAlarms page={alarms.data} />}
            {numbers.map(({ text, search }) => (
              <TextLink key={text} to="/numbers" search={search}>
                {text}
              </TextLink>
            ))}
            {rejected.data && <RejectedBundles page={rejected.data} />}
            {expiring.data && <ExpiringDocuments page={expiring.data} />}
          </Stack>
        </Note>
      )}
    </>
  );
}

function useNumbers(filter: NumbersListQuery, one: string, several: string) {
  const may = useMay();
  const query = useQuery({
    queryKey: ['numbers', 'attention', filter],
    queryFn: async ({ signal }) => trunkline.numbers.list({ ...filter, limit: COUNTED_MAX }, { signal }),
    enabled: may('numbers:read'),
  });
  return { text: query.data ? textOf(query.data, one, several) : null, isLoading: isFirstAttempt(query) };
}

function textOf({ items: { length }, next_cursor }: PhoneNumberPage, one: string, several: string): string | null {
  if (length === 0) return null;
  if (length === 1) return `1 number ${one}`;
  return `${format.count(length)}${next_cursor ? ' or more' : ''} numbers ${several}`;
}
