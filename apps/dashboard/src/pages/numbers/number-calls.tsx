import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/problem';
import { CallTable } from '../calls/call-table';

const SHOWN = 5;

/** The latest calls to and from a number. */
export function NumberCalls({ e164 }: { e164: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['calls', 'latest', e164],
    queryFn: async ({ signal }) => trunkline.cdrs.list({ e164, limit: SHOWN }, { signal }),
  });
  if (error) return <Problem title="The calls could not be loaded" error={error} retry={refetch} />;
  if (!data) return <Skeleton h={120} role="img" aria-label="Loading" />;
  if (data.items.length > 0) return <CallTable label="Latest calls" calls={data.items} />;
  return (
    <Text size="sm" c="dimmed">
      No calls yet.
    </Text>
  );
}
