import { Box, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PortRequest, PortStatus } from '@trunkline/client';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Note } from '../../ui/feedback/note';
import { Panel } from '../../ui/layout/panel';
import { Problem } from '../../ui/feedback/problem';
import { missingOf } from './missing';
import { REASONS } from './port-reasons';
import { awaited } from './port-status';
import classes from './ports.module.css';

interface Props {
  readonly port: PortRequest;
  readonly isWritable: boolean;
}

/** Where the port stands, who has to act, and the next step. */
export function PortProgress({ port, isWritable }: Props) {
  return (
    <>
      <Objection port={port} />
      <Panel title="Progress">
        <Stack gap="md">
          <Steps port={port} />
          {isWritable && <Submit port={port} />}
        </Stack>
      </Panel>
    </>
  );
}

function Objection({ port: { status, exception_code, exception_message } }: { port: PortRequest }) {
  if (exception_code === null && exception_message === null) return null;
  const reason = exception_code === null ? null : REASONS[exception_code];
  return (
    <Note
      {...(status !== 'cancelled' && { state: 'bad' as const })}
      title={OBJECTIONS[status] ?? 'The carrier objects'}
    >
      <Text size="sm">
        {reason?.what} {status === 'exception' && reason?.next}
      </Text>
      {exception_message !== null && (
        <Text size="sm" mt="xs">
          {exception_message}
        </Text>
      )}
      {status === 'exception' && (
        <Text size="sm" mt="xs">
          Correct it below, then submit the port again.
        </Text>
      )}
    </Note>
  );
}

const OBJECTIONS: Partial<Record<PortStatus, string>> = {
  exception: 'Needs your correction',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

const STEPS: readonly { readonly of: readonly PortStatus[]; readonly title: string }[] = [
  { of: ['draft'], title: 'Completed by you' },
  { of: ['submitted'], title: 'Checked by us' },
  { of: ['in_process', 'exception'], title: 'Answered by the losing carrier' },
  { of: ['foc_confirmed'], title: 'Waiting for the confirmed date' },
  { of: ['ported'], title: 'Ported' },
];

const ICONS = { done: CircleCheck, now: CircleDot, later: CircleDashed } as const;
const STATES = { done: 'done', now: 'now', later: 'not yet' } as const;

/** The way of a port, with what is awaited from whom. */
function Steps({ port }: { port: PortRequest }) {
  const at = STEPS.findIndex(({ of }) => of.includes(port.status));
  if (at === -1) return <Text size="sm">{`The port was ${port.status}. The numbers stay at their carrier.`}</Text>;
  return (
    <ol className={classes['steps']} aria-label="Steps of the port">
      {STEPS.map(({ title }, index) => {
        const state = stateOf(index, at, port.status);
        const Icon = ICONS[state];
        return (
          <li key={title} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Box component="span" className={classes['icon'] ?? ''}>
              <Icon size={18} aria-hidden />
            </Box>
            <div>
              <Text size="sm" fw={state === 'now' ? 600 : 450}>
                {title}
                <Text span size="xs" c="dimmed">{`: ${STATES[state]}`}</Text>
              </Text>
              <Text size="xs" c="dimmed">
                {detailOf(index, state, port)}
              </Text>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(index: number, at: number, status: PortStatus): keyof typeof ICONS {
  if (index < at || status === 'ported') return 'done';
  return index === at ? 'now' : 'later';
}

function detailOf(index: number, state: keyof typeof ICONS, port: PortRequest): string {
  if (state === 'now') return awaited(port) ?? '';
  if (state === 'later') return '';
  if (index === 0 && port.submitted_at !== null) return `Submitted ${format.time(port.submitted_at)}`;
  if (index === 3 && port.foc_at !== null) return format.time(port.foc_at);
  if (index === 4 && port.completed_at !== null) return format.time(port.completed_at);
  return '';
}

/** A draft is submitted, and a corrected port submitted again, once nothing is missing. */
function Submit({ port }: { port: PortRequest }) {
  const missing = missingOf(port);
  const submit = useMutation({
    mutationFn: () => trunkline.porting.requests.submit(port.id),
    onSuccess: () => refresh('ports', 'billing', 'account'),
    onError: () => refresh('ports'),
  });
  return (
    <Stack gap="xs">
      {missing.length > 0 && (
        <div role="status">
          <Text size="sm">Still missing:</Text>
          <List size="sm">
            {missing.map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Group>
        <Button loading={submit.isPending} disabled={missing.length > 0} onClick={() => submit.mutate()}>
          {port.status === 'draft' ? 'Submit the port' : 'Submit it again'}
        </Button>
        <Text size="sm" c="dimmed">
          {port.status === 'draft'
            ? 'The fee is held when you submit, and charged when the numbers have moved. Keep your contract with the carrier until then.'
            : 'The fee stays the same.'}
        </Text>
      </Group>
      <Problem title="The port could not be submitted" error={submit.error} />
    </Stack>
  );
}
