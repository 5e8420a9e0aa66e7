import type { Call } from '@trunkline/client';
import { StatusMark, StatusPill } from '../../ui/feedback/status-mark';

const STATES = {
  routing: ['wait', 'Connecting'],
  ringing: ['wait', 'Ringing'],
  in_progress: ['live', 'Talking'],
  completed: ['idle', 'Ended'],
} as const;

/** How far a call has come. */
export function CallState({ status }: { status: Call['status'] }) {
  const [state, text] = STATES[status];
  return <StatusMark state={state} text={text} />;
}

/** The same beside the heading of a call. */
export function CallPill({ status }: { status: Call['status'] }) {
  const [state, text] = STATES[status];
  return <StatusPill state={state} text={text} />;
}
