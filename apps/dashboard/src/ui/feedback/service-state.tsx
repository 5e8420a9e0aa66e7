import { useQuery } from '@tanstack/react-query';
import { StatusMark } from './status-mark';

const STATES = {
  ok: ['live', 'All systems operational'],
  degraded: ['warn', 'Some functions are limited'],
  down: ['bad', 'Service outage'],
} as const;

/** Whether the service works, as the service itself says. */
export function ServiceState() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/health', { signal });
      return ((await response.json()) as { status: keyof typeof STATES }).status;
    },
  });
  if (data === undefined) return null;
  const [state, text] = STATES[data];
  return <StatusMark state={state} text={text} />;
}
