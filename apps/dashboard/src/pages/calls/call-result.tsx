import { words } from '../../format';
import { StatusMark } from '../../ui/status-mark';

const QUIET = new Set(['user_busy', 'no_answer', 'originator_cancel']);

/** How a call ended. */
export function CallResult({ cause }: { cause: string | null }) {
  if (cause === null) return <StatusMark color="gray" text="Unknown" />;
  if (cause === 'normal_clearing') return <StatusMark color="teal" text="Completed" />;
  return <StatusMark color={QUIET.has(cause) ? 'yellow' : 'red'} text={words(cause)} />;
}
