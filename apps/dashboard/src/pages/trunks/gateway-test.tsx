import { Button, Text } from '@mantine/core';
import type { GatewayTest } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { useChange } from '../../ui/forms/use-change';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';

/** All gateways of a trunk. */
const GATEWAYS_MAX = 20;

interface Result extends GatewayTest {
  readonly name: string;
}

/** Has a switch send OPTIONS to the gateways of a trunk. */
export function useGatewayTest() {
  return useChange(
    async (trunkId: string): Promise<readonly Result[]> => {
      const [{ items: tests }, { items: gateways }] = await Promise.all([
        trunkline.sipTrunks.test(trunkId, {}),
        trunkline.sipTrunks.gateways.list(trunkId, { limit: GATEWAYS_MAX }),
      ]);
      const names = new Map(gateways.map(({ id, name }) => [id, name]));
      return tests.map((each) => ({ ...each, name: names.get(each.gateway_id) ?? each.gateway_id }));
    },
    () => refresh('trunks'),
  );
}

export function TestButton({ trunkId, test }: { trunkId: string; test: ReturnType<typeof useGatewayTest> }) {
  return (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate(trunkId)}>
      Test
    </Button>
  );
}

const COLUMNS: readonly Column<Result>[] = [
  { title: 'Gateway', cell: ({ name }) => name },
  {
    title: 'Result',
    cell: ({ ok, error }) => (
      <>
        <StatusMark state={ok ? 'ok' : 'bad'} text={ok ? 'Responds' : 'Fails'} />
        {error !== null && (
          <Text size="xs" c="dimmed">
            {error}
          </Text>
        )}
      </>
    ),
  },
  { title: 'SIP code', end: true, cell: ({ sip_code }) => sip_code ?? '–' },
  { title: 'Round trip', end: true, cell: ({ rtt_ms }) => (rtt_ms === null ? '–' : `${String(rtt_ms)} ms`) },
];

/** What the gateways answered. */
export function TestResults({ test: { data, error, isPending } }: { test: ReturnType<typeof useGatewayTest> }) {
  if (isPending)
    return (
      <Text size="sm" c="dimmed" role="status">
        The switch is sending OPTIONS to each gateway. A gateway that does not respond takes six seconds.
      </Text>
    );
  if (error) return <Problem title="The gateways could not be tested" error={error} />;
  if (!data) return null;
  return (
    <div role="status">
      <ShortTable label="Result of the test" columns={COLUMNS} rows={data} rowKey={({ gateway_id }) => gateway_id} />
    </div>
  );
}
