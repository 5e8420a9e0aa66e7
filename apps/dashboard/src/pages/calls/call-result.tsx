import { Group, Text } from '@mantine/core';
import { words } from '../../format';
import type { CdrDetail } from '@trunkline/client';
import { StatusMark, StatusPill } from '../../ui/feedback/status-mark';
import { isAnsweredBy, isFailure } from './results';

interface Props {
  readonly cause: string | null;
  /** Whether the call was answered, where it is known: such a call has not failed, whatever ended it. */
  readonly isAnswered?: boolean;
}

/** How a call ended. Only a fault is red: busy, no answer and cancelled are ordinary. */
export function CallResult({ cause, isAnswered = isAnsweredBy(cause) }: Props) {
  const note = cause === null || cause === 'normal_clearing' ? null : words(cause);
  if (isAnswered) return <Mark state="ok" text="Answered" note={note} />;
  if (isFailure(cause)) return <Mark state="bad" text="Failed" note={note} />;
  return <StatusMark state="idle" text={note ?? (cause === null ? 'Unknown' : 'Not answered')} />;
}

function Mark({ note, ...mark }: Parameters<typeof StatusMark>[0] & { note: string | null }) {
  if (note === null) return <StatusMark {...mark} />;
  return (
    <Group gap="0 8px">
      <StatusMark {...mark} />
      <Text span fz="inherit" c="dimmed">
        {note}
      </Text>
    </Group>
  );
}

/** The same beside the heading of a call, which says the cause of a failure elsewhere. */
export function CallPill({
  call: { hangup_cause, answered_at },
}: {
  call: Pick<CdrDetail, 'hangup_cause' | 'answered_at'>;
}) {
  if (answered_at !== null) return <StatusPill state="ok" text="Answered" />;
  if (isFailure(hangup_cause)) return <StatusPill state="bad" text="Failed" />;
  return <StatusPill state="idle" text={hangup_cause === null ? 'Not answered' : words(hangup_cause)} />;
}
