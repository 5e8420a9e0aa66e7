/** Where inbound calls go: a trunk, a routing profile, or neither; never both. */
export interface Route {
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
}

/** Absent members are not changed. */
export type RouteChange = Partial<Route>;

export const NO_ROUTE: Route = { trunkId: null, routingProfileId: null };

/** Returns a route with the member names of the API. */
export function routeMembers({ trunkId, routingProfileId }: Route) {
  return { trunk_id: trunkId, routing_profile_id: routingProfileId };
}
