import { Card, Group, Text, Title } from '@mantine/core';
import type { RecentCall } from '@trunkline/client';
import { TextLink } from '../../ui/links';
import { CallTable } from '../calls/call-table';

export function RecentCalls({ calls }: { calls: readonly RecentCall[] }) {
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Recent calls</Title>
        <TextLink to="/calls" fz="sm">
          All calls
        </TextLink>
      </Group>
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          No calls yet.
        </Text>
      ) : (
        <CallTable label="Recent calls" calls={calls} />
      )}
    </Card>
  );
}
