/** A request whose token has been checked. */
export interface SwitchCall {
  /** The parsed body of a POST; undefined for a GET. */
  readonly body: unknown;
  /** With the `switch_id` of a token that is bound to a switch. */
  readonly query: URLSearchParams;
  /** The `{id}` of the path; empty for a path without one. */
  readonly id: string;
  /** Aborted when the switch disconnects before it was answered. */
  readonly signal: AbortSignal;
}

/** Returns the body of a 200 response. Throws SwitchError for any other status. */
export type SwitchEndpoint = (call: SwitchCall) => Promise<object>;

/** The endpoints of the switch interface by method and path, such as `POST /switch/commands/{id}/result`. */
export type SwitchEndpoints = ReadonlyMap<string, SwitchEndpoint>;
