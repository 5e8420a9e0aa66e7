import { useQuery } from '@tanstack/react-query';
import type { EventTypeDetail } from '@trunkline/client';
import { words } from '../../format/format';
import { trunkline } from '../../session/client';

const AREAS: Readonly<Record<string, string>> = {
  number: 'Numbers',
  order: 'Orders',
  call: 'Calls',
  trunk: 'SIP trunks',
  billing: 'Billing',
  api_key: 'API keys',
  sms: 'Messages',
  compliance: 'Documents',
  port: 'Porting',
  export: 'Exports',
};

function areaOf(type: string): string {
  const prefix = type.slice(0, type.indexOf('.'));
  return AREAS[prefix] ?? words(prefix);
}

/** Groups types by area, in the order in which the areas appear first. */
export function byArea<T extends { readonly type: string }>(types: readonly T[]) {
  const names = [...new Set(types.map(({ type }) => areaOf(type)))];
  return names.map((name) => ({ name, types: types.filter(({ type }) => areaOf(type) === name) }));
}

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
