import { Text } from '@mantine/core';
import type { CallAttempt, CdrAttempt } from '@trunkline/client';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { placeOf } from './ladder-steps';

const RESULT_STATES = {
  answered: 'ok',
  busy: 'idle',
  no_answer: 'idle',
  cancelled: 'idle',
  skipped: 'idle',
  failed: 'bad',
} as const;

type Attempt = CallAttempt | CdrAttempt;

interface Props {
  readonly attempts: readonly Attempt[];
  readonly startedAt: number;
  /** What the page has said already of what to do. */
  readonly said?: string;
}

/** What the switch has tried, in words. */
export function CallAttempts({ attempts, startedAt, said }: Props) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The switch reported no attempts.
      </Text>
    );
  }
  return (
    <ShortTable
      label="Attempts"
      columns={columnsFor(startedAt, said)}
      rows={attempts}
      rowKey={({ leg, order }) => `${leg} ${order}`}
    />
  );
}

const columnsFor = (startedAt: number, said: string | undefined): readonly Column<Attempt>[] => [
  { title: 'Order', cell: ({ order }) => order },
  { title: 'Destination', is: 'identity', cell: (attempt) => <Place name={placeOf(attempt)} /> },
  { title: 'Sent to', long: true, cell: ({ address }) => address ?? '–' },
  {
    title: 'Result',
    is: 'state',
    cell: ({ result, explanation, remedy }) => (
      <>
        {result === null ? (
          <StatusMark state="live" text="In progress" />
        ) : (
          <StatusMark state={RESULT_STATES[result]} text={words(result)} />
        )}
        {explanation !== null && (
          <Text size="xs" c="dimmed" maw={360} miw={200}>
            {explanation} {remedy !== said && remedy}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'SIP',
    is: 'count',
    cell: ({ sip_code, sip_reason }) => (sip_code === null ? 'None' : `${sip_code} ${sip_reason ?? ''}`.trim()),
  },
  {
    title: 'After',
    is: 'count',
    cell: ({ started_at: at }) => (at === null ? 'Unknown' : format.duration(Math.max(0, at - startedAt))),
  },
  { title: 'Rang', is: 'count', cell: ({ ring_s }) => format.duration(ring_s) },
];

/** Where an attempt led, which is often a phone number. */
const Place = ({ name }: { name: string }) => (name.startsWith('+') ? <Phone value={name} /> : name);
