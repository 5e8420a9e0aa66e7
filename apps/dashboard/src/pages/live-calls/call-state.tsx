import type { Call } from '@trunkline/client';
import { StatusMark } from '../../ui/status-mark';

const STATES = {
  routing: ['gray', 'Connecting'],
  ringing: ['yellow', 'Ringing'],
  in_progress: ['teal', 'Talking'],
  completed: ['gray', 'Ended'],
} as const;

/** How far a call has come. */
export function CallState({ status }: { status: Call['status'] }) {
  const [color, text] = STATES[status];
  return <StatusMark color={color} text={text} />;
}
