import type { Call } from '@trunkline/client';
import { StatusMark, StatusPill } from '../../ui/feedback/status-mark';
import { useEnding } from './ending-calls';

const STATES = {
  routing: ['wait', 'Connecting'],
  ringing: ['wait', 'Ringing'],
  in_progress: ['live', 'Talking'],
  completed: ['idle', 'Ended'],
} as const;

const ENDING = ['wait', 'Ending'] as const;

function useCallState({ id, status }: Call) {
  const isEnding = useEnding(id) && status !== 'completed';
  return isEnding ? ENDING : STATES[status];
}

/** How far a call has come. */
export function CallState({ call }: { call: Call }) {
  const [state, text] = useCallState(call);
  return <StatusMark state={state} text={text} />;
}

/** The same beside the heading of a call. */
export function CallPill({ call }: { call: Call }) {
  const [state, text] = useCallState(call);
  return <StatusPill state={state} text={text} />;
}
