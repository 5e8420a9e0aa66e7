import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallCheck, CallSimulation, SipTrunk } from '@trunkline/client';
import { type SubmitEvent, useState } from 'react';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { FIXES } from '../calls/fixes';
import { FixLink } from '../calls/fix-link';
import { useActiveNumbers } from '../numbers/use-active-numbers';

interface Props {
  readonly trunk: Pick<SipTrunk, 'id'>;
  /** The number that calls, until the user enters another one. */
  readonly caller?: string;
}

/** Asks what would become of a call of the trunk, without placing it. */
export function SimulateCall({ trunk, caller }: Props) {
  const { numbers } = useActiveNumbers();
  const [typed, setTyped] = useState<string | null>(caller ?? null);
  const [to, setTo] = useState('');
  const [source, setSource] = useState('');
  const from = typed ?? numbers[0] ?? '';
  const simulation = useMutation({
    mutationFn: () =>
      trunkline.sipTrunks.simulate(trunk.id, { from, to, ...(source.trim() && { source_ip: source.trim() }) }),
  });
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    simulation.mutate();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">Shows whether a call of this trunk would be routed, and why. No call is placed.</Text>
      <form onSubmit={send}>
        <Group align="end">
          <Field label="Caller" value={from} onChange={setTyped} />
          <Field label="Number to call" value={to} onChange={setTo} />
          <Field label="Address (optional)" value={source} onChange={setSource} />
          <Button type="submit" loading={simulation.isPending} disabled={from === '' || to.trim() === ''}>
            Simulate
          </Button>
        </Group>
      </form>
      <Problem title="The call could not be simulated" error={simulation.error} />
      {simulation.data && <Result simulation={simulation.data} trunkId={trunk.id} />}
    </Stack>
  );
}

function Field(props: { label: string; value: string; onChange: (text: string) => void }) {
  const { onChange, ...field } = props;
  return (
    <TextInput
      {...field}
      w={{ base: '100%', sm: 190 }}
      maxLength={255}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Result({ simulation, trunkId }: { simulation: CallSimulation; trunkId: string }) {
  const { action, sip_code, reason, explanation, remedy, price, max_duration_s, checks } = simulation;
  return (
    <Stack gap="xs" role="status">
      <StatusMark
        state={action === 'route' ? 'ok' : 'bad'}
        text={action === 'route' ? 'The call would be routed' : `The call would be rejected with ${String(sip_code)}`}
      />
      <Text size="sm">
        {explanation} {remedy}
      </Text>
      {reason !== null && <FixLink fix={FIXES[reason]} trunkId={trunkId} number={null} />}
      {price && (
        <Text size="sm" className="figures">
          {format.rate(price.rate_per_minute_microcents)} per minute
          {price.discount_pct > 0 && `, less ${price.discount_pct} %`}
          {max_duration_s !== null && `, for at most ${format.duration(max_duration_s)}`}
        </Text>
      )}
      <ShortTable label="Checks of the call" columns={COLUMNS} rows={checks} rowKey={({ check }) => check} />
    </Stack>
  );
}

const RESULTS = {
  passed: { state: 'ok', text: 'Passed' },
  failed: { state: 'bad', text: 'Failed' },
  unreached: { state: 'idle', text: 'Not reached' },
} as const;

const resultOf = (ok: boolean | null) => RESULTS[ok === null ? 'unreached' : ok ? 'passed' : 'failed'];

const COLUMNS: readonly Column<CallCheck>[] = [
  { title: 'Check', cell: ({ check }) => words(check) },
  { title: 'Result', is: 'state', cell: ({ ok }) => <StatusMark {...resultOf(ok)} /> },
  { title: 'Found', long: true, cell: ({ detail }) => detail },
];
