import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RoutingProfileDetail, Simulation } from '@trunkline/client';
import { useState } from 'react';
import { format, words } from '../../format';
import { EXAMPLE_CALLER } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Loading } from '../../ui/feedback/loaded';
import { Problem } from '../../ui/feedback/problem';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { RouteWarnings } from '../trunks/unreachable-trunk';
import { useTargetName } from './target-name';

const TYPING_MS = 400;
/** Of a result with one attempt. */
const RESULT_HEIGHT = 120;

/** A number without its grouping, or a SIP URI or `anonymous` as it was typed. */
const callerOf = (text: string): string => (/[a-z]/i.test(text) ? text.trim() : text.replace(/[^\d+]/g, ''));

/** Shows what the profile would do with a call, again after each change to it. */
export function Simulate({ detail }: { detail: RoutingProfileDetail }) {
  const [from, setFrom] = useState(EXAMPLE_CALLER);
  const [at, setAt] = useState('');
  const [caller] = useDebouncedValue(callerOf(from), TYPING_MS);
  const { data, error, isLoading } = useQuery({
    // Below the key of the profiles, so that a change to the profile simulates the call again.
    queryKey: ['profiles', detail.profile.id, 'simulation', caller, at],
    queryFn: ({ signal }) =>
      trunkline.routingProfiles.simulate(
        detail.profile.id,
        { from: caller, ...(at && { at: format.momentOf(at) }) },
        { signal },
      ),
    enabled: caller !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <Group align="end">
        <TextInput
          label="Caller"
          w={{ base: '100%', sm: 200 }}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={`Time (${format.timeZone})`}
          w={{ base: '100%', sm: 220 }}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      </Group>
      <Problem title="The call could not be simulated" error={error} />
      {data && !error && <Result simulation={data} detail={detail} />}
      {isLoading && <Loading height={RESULT_HEIGHT} />}
    </Stack>
  );
}

const columnsFor = (nameOfId: (id: string) => string): readonly Column<Simulation['attempts'][number]>[] => [
  { title: 'Order', cell: ({ order, parallel_group }) => (parallel_group === null ? order : 'Together') },
  { title: 'Target', cell: ({ target_id }) => nameOfId(target_id) },
  { title: 'Destination', cell: ({ destination }) => <code>{destination}</code> },
  { title: 'Rings at most', is: 'count', cell: ({ ring_timeout_s }) => format.duration(ring_timeout_s) },
];

function Result({ simulation, detail }: { simulation: Simulation; detail: RoutingProfileDetail }) {
  const { attempts, skipped, warnings, max_duration_s, estimated_rate_microcents: rate } = simulation;
  const nameOf = useTargetName();
  const nameOfId = (id: string): string => {
    const target = detail.targets.find((each) => each.id === id);
    return target ? nameOf(target) : id;
  };
  return (
    <Stack gap="sm" role="status">
      <RouteWarnings warnings={warnings} />
      {attempts.length === 0 ? (
        <Text size="sm">The call would be rejected: no target takes it.</Text>
      ) : (
        <ShortTable
          label="Attempts of the simulated call"
          columns={columnsFor(nameOfId)}
          rows={attempts}
          rowKey={({ order }) => order}
        />
      )}
      {skipped.map(({ target_id, reason, condition }) => (
        <Text key={target_id} size="sm" c="dimmed">
          {nameOfId(target_id)} is skipped: {words(reason).toLowerCase()}
          {condition !== null && ` (${words(condition).toLowerCase()})`}
        </Text>
      ))}
      <Text size="sm" c="dimmed" className="figures">
        {rate !== null && `About ${format.rate(rate)} per minute. `}
        {max_duration_s > 0 && `The balance allows ${format.duration(max_duration_s)}.`}
      </Text>
    </Stack>
  );
}
