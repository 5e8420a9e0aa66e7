/**
 * What a rejection, a hangup cause or a SIP response means, in the one catalogue that the API, the dashboard and
 * docs/failed-calls.md share.
 */
export interface Reason {
  /** One sentence: why the call failed, or ended. */
  readonly explanation: string;
  /** One sentence: what the customer can do. */
  readonly remedy: string;
}
