import { Button, Stack, Text } from '@mantine/core';
import type { GatewayTest } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { useChange } from '../../ui/forms/use-change';
import { Problem } from '../../ui/problem';
import { StatusMark } from '../../ui/status-mark';
import { ScrollTable } from '../../ui/tables/scroll-table';
import { Table } from '../../ui/tables/table';

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
    <Button
      variant="default"
      loading={test.isPending}
      onClick={() => {
        test.mutate(trunkId);
      }}
    >
      Test
    </Button>
  );
}

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
    <Stack gap="xs" role="status">
      <ScrollTable label="Result of the test">
        <Table aria-label="Result of the test" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Gateway</Table.Th>
              <Table.Th>Result</Table.Th>
              <Table.Th ta="end">SIP code</Table.Th>
              <Table.Th ta="end">Round trip</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ gateway_id, name, ok, sip_code, rtt_ms, error: fault }) => (
              <Table.Tr key={gateway_id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  <StatusMark color={ok ? 'teal' : 'red'} text={ok ? 'Responds' : 'Fails'} />
                  {fault !== null && (
                    <Text size="xs" c="dimmed">
                      {fault}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {sip_code ?? '–'}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {rtt_ms === null ? '–' : `${String(rtt_ms)} ms`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </Stack>
  );
}
