import { useQuery } from '@tanstack/react-query';

interface Health {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly environment: 'sandbox' | 'live';
}

/** What the service says of itself. */
export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => (await (await fetch('/health', { signal })).json()) as Health,
  });
