import { Group, Text } from '@mantine/core';
import { words } from '../../format';
import { StatusMark } from '../../ui/status-mark';
import { isQuiet } from './results';

interface Props {
  readonly cause: string | null;
  /** Whether the call was answered, where it is known: such a call has not failed, whatever ended it. */
  readonly isAnswered?: boolean;
}

/** How a call ended. Only a fault is red: busy, no answer and cancelled are ordinary. */
export function CallResult({ cause, isAnswered = cause === 'normal_clearing' }: Props) {
  if (cause === null) return <StatusMark state="idle" text="Unknown" />;
  const isPlain = cause === 'normal_clearing';
  if (isAnswered) return <Mark state="ok" text="Answered" note={isPlain ? null : words(cause)} />;
  if (isQuiet(cause)) return <StatusMark state="idle" text={words(cause)} />;
  return <Mark state="bad" text="Failed" note={words(cause)} />;
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
