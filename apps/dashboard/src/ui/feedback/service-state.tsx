import { useHealth } from './health';
import { StatusMark } from './status-mark';

const STATES = {
  ok: ['live', 'All systems operational'],
  degraded: ['warn', 'Some functions are limited'],
  down: ['bad', 'Service outage'],
} as const;

/** Whether the service works, as the service itself says. */
export function ServiceState() {
  const { data } = useHealth();
  if (data === undefined) return null;
  const [state, text] = STATES[data.status];
  return <StatusMark state={state} text={text} />;
}
