import { useRoutes } from '../numbers/routes';

/** The name of a trunk or routing profile; its id where the account has it no longer. */
export function RouteName({ id }: { id: string | null }) {
  const { nameOf } = useRoutes();
  if (id === null) return '–';
  return nameOf({ trunk_id: id, routing_profile_id: null });
}
