import { useQuery } from '@tanstack/react-query';
import type { NumberRouteRequest } from '@trunkline/client';
import { useMemo } from 'react';
import { words } from '../../format';
import { useMay } from '../../session/account';
import { queries, trunkline } from '../../session/client';

const ROUTES_MAX = 100;

/** Stands for a name that is not loaded yet: an ID is so long that rows of a phone would move when the name replaces it. */
const UNLOADED = '…';

/** Stands for no route. */
export const NOWHERE = 'nowhere';

interface Routed {
  readonly trunk_id: string | null;
  readonly routing_profile_id: string | null;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Group {
  readonly group: string;
  readonly items: Option[];
}

interface Routes {
  readonly trunks: readonly Option[];
  readonly options: readonly Group[];
  readonly nameOf: (routed: Routed) => string | null;
  /** Whether the account has neither a trunk nor a profile to route to. False until that is known. */
  readonly isEmpty: boolean;
  readonly isPending: boolean;
}

const NONE = { items: [] };

/** Asks for nothing that the user's role may not see. */
const queryFor = (may: ReturnType<typeof useMay>) => ({
  queryKey: ['routes'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const listed = { status: ['active' as const], limit: ROUTES_MAX };
    const [trunks, profiles] = await Promise.all([
      may('sip_trunks:read') ? trunkline.sipTrunks.list(listed, { signal }) : NONE,
      may('routing:read') ? trunkline.routingProfiles.list(listed, { signal }) : NONE,
    ]);
    return { trunks: trunks.items, profiles: profiles.items };
  },
});

const asOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name });

type Loaded = Awaited<ReturnType<ReturnType<typeof queryFor>['queryFn']>>;

function routesOf(data: Loaded | undefined, isPending: boolean): Routes {
  const trunks = data?.trunks.map(asOption) ?? [];
  const profiles = data?.profiles.map(asOption) ?? [];
  const names = new Map([...trunks, ...profiles].map(({ value, label }) => [value, label]));
  return {
    trunks,
    isPending,
    isEmpty: data !== undefined && trunks.length + profiles.length === 0,
    options: [
      { group: 'Routing profiles', items: profiles },
      { group: 'SIP trunks', items: trunks },
      { group: 'Other', items: [{ value: NOWHERE, label: 'Nowhere' }] },
    ].filter(({ items }) => items.length > 0),
    nameOf: (routed) => {
      const id = targetOf(routed);
      return id === NOWHERE ? null : (names.get(id) ?? (isPending ? UNLOADED : id));
    },
  };
}

/** Loads the names of routes with the rows that show them, which would move when a name takes another line. Without names they show IDs. */
export async function loadRoutes(may: ReturnType<typeof useMay>): Promise<void> {
  await Promise.allSettled([queries.query(queryFor(may))]);
}

/** Where numbers can route: the active trunks and routing profiles of the account. The same until they are loaded anew. */
export function useRoutes(): Routes {
  const { data, isPending } = useQuery(queryFor(useMay()));
  return useMemo(() => routesOf(data, isPending), [data, isPending]);
}

interface Unlisted {
  readonly option: Option;
  /** False until that is known. */
  readonly isInactive: boolean;
}

/**
 * The chosen route, if it is not among the listed ones, of which a form would show another one as chosen. An active one is
 * not listed while the list is loaded, and beyond its end.
 */
function useUnlisted(id: string, isListed: boolean): Unlisted | null {
  const { isPending } = useRoutes();
  const isProfile = id.startsWith('rp_');
  const { data } = useQuery({
    queryKey: [isProfile ? 'profiles' : 'trunks', id, 'of-route'],
    queryFn: async ({ signal }) =>
      isProfile
        ? (await trunkline.routingProfiles.get(id, { signal })).profile
        : trunkline.sipTrunks.get(id, { signal }),
    enabled: !isListed && !isPending,
  });
  if (isListed) return null;
  if (!data) return { option: { value: id, label: id }, isInactive: false };
  const { name, status } = data;
  const isInactive = status !== 'active';
  return { option: { value: id, label: isInactive ? `${name} (${words(status).toLowerCase()})` : name }, isInactive };
}

/** The trunks to choose from, with the chosen one, which may not be active or listed. */
export function useTrunkOptions(chosen: string): readonly Option[] {
  const { trunks } = useRoutes();
  const unlisted = useUnlisted(chosen, chosen === '' || trunks.some(({ value }) => value === chosen));
  return unlisted ? [...trunks, unlisted.option] : trunks;
}

/** Where numbers can route, with the chosen trunk or profile, which may not be active or listed. */
export function useRouteOptions(chosen: string): readonly (Group | Option)[] {
  const { options } = useRoutes();
  const isListed = options.some(({ items }) => items.some(({ value }) => value === chosen));
  const unlisted = useUnlisted(chosen, chosen === '' || isListed);
  if (!unlisted) return options;
  const { option, isInactive } = unlisted;
  return [...options, isInactive ? { group: 'Not active', items: [option] } : option];
}

/** The selected option of a number's route. */
export const targetOf = ({ trunk_id, routing_profile_id }: Routed): string => routing_profile_id ?? trunk_id ?? NOWHERE;

/** The change that routes numbers to an option. */
export function routeTo(target: string): NumberRouteRequest {
  if (target === NOWHERE) return { trunk_id: null, routing_profile_id: null };
  return target.startsWith('rp_')
    ? { routing_profile_id: target, trunk_id: null }
    : { trunk_id: target, routing_profile_id: null };
}
