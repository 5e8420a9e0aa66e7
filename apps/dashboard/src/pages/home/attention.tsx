import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NumbersListQuery } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/problem';
import { FraudAlerts, useFraudAlerts } from './fraud-attention';
import { ExpiringDocuments, RejectedBundles, useExpiringDocuments, useRejectedBundles } from './documents-attention';

const COUNTED_MAX = 100;

/** What loses calls or money, or will: absent when there is nothing to do. */
export function Attention() {
  const numbers = [
    {
      text: useNumbers({ unrouted: true, status: ['active'] }, 'routes nowhere', 'route nowhere'),
      search: { routing: 'unrouted' },
    },
    {
      text: useNumbers({ past_due: true, status: ['active'] }, 'is past due', 'are past due'),
      search: { routing: 'past_due' },
    },
    { text: useNumbers({ status: ['suspended'] }, 'is suspended', 'are suspended'), search: { status: 'suspended' } },
    {
      text: useNumbers({ price_changing: true }, 'changes its price', 'change their price'),
      search: { routing: 'price_changing' },
    },
  ].filter(({ text }) => text !== null);
  const alerts = useFraudAlerts();
  const rejected = useRejectedBundles();
  const expiring = useExpiringDocuments();
  const isQuiet = [alerts, rejected, expiring].every(({ data }) => !data || data.items.length === 0);
  return (
    <>
      <Problem title="Alerts about unusual calls could not be loaded" error={alerts.error} retry={alerts.refetch} />
      <Problem title="Rejected bundles could not be loaded" error={rejected.error} retry={rejected.refetch} />
      <Problem title="Expiring documents could not be loaded" error={expiring.error} retry={expiring.refetch} />
      {(numbers.length > 0 || !isQuiet) && (
        <Alert color="yellow" title="Needs attention">
          <Stack gap={4}>
            {alerts.data && <FraudAlerts page={alerts.data} />}
            {numbers.map(({ text, search }) => (
              <TextLink key={text} to="/numbers" search={search}>
                {text}
              </TextLink>
            ))}
            {rejected.data && <RejectedBundles page={rejected.data} />}
            {expiring.data && <ExpiringDocuments page={expiring.data} />}
          </Stack>
        </Alert>
      )}
    </>
  );
}

function useNumbers(filter: NumbersListQuery, one: string, several: string): string | null {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['numbers', 'attention', filter],
    queryFn: async ({ signal }) => trunkline.numbers.list({ ...filter, limit: COUNTED_MAX }, { signal }),
    enabled: may('numbers:read'),
  });
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  if (count === 1) return `1 number ${one}`;
  return `${format.count(count)}${data?.next_cursor ? ' or more' : ''} numbers ${several}`;
}
