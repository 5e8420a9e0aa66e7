import { useRoutes } from '../numbers/routes';

/** The name of a trunk or routing profile; its id where the account has it no longer. */
export function RouteName({ id }: { id: string | null }) {
  const { nameOf } = useRoutes();
  if (id === null) return '–';
  return nameOf({ trunk_id: id, routing_profile_id: null });
}

interface Routed {
  readonly sip_trunk_id: string | null;
  readonly routing_profile_id: string | null;
}

/**
 * The name of a call's routing profile or, without one, of its trunk. Null until it is loaded, and if the call has neither or
 * it was deleted.
 */
export function useRouteOf({ sip_trunk_id, routing_profile_id }: Routed): string | null {
  const { nameOf, isPending } = useRoutes();
  const id = routing_profile_id ?? sip_trunk_id;
  const name = id && nameOf({ trunk_id: id, routing_profile_id: null });
  return isPending || name === id ? null : name;
}
