import { useQuery } from '@tanstack/react-query';
import type { EventTypeDetail } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { byArea } from './event-areas';

/** The types that the API raises, or none while they are loaded. */
export function useEventTypes(): readonly EventTypeDetail[] {
  const { data } = useQuery({
    queryKey: ['event-types'],
    queryFn: async ({ signal }) => trunkline.webhooks.eventTypes.list({ signal }),
    staleTime: Infinity,
  });
  return data?.items ?? [];
}

/** Options of a `Choice`, grouped by area. */
export const typeOptions = (types: readonly EventTypeDetail[]) =>
  byArea(types).map(({ name, types: items }) => ({
    group: name,
    items: items.map(({ type }) => ({ value: type, label: type })),
  }));
