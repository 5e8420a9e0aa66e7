import { Resources } from './generated/resources.ts';
import { type Call, type CallOptions, Transport, type TransportOptions } from './transport.ts';

/** The API as methods: `new Trunkline().numbers.list({ status: ['active'] })`. Throws a TypeError for an invalid address. */
export class Trunkline extends Resources {
  /** Sends a call and returns its response of any status, unread: `raw({ path: '/v1/numbers', query: { limit: 1 } })`. */
  readonly raw: (call: Call, options?: CallOptions) => Promise<Response>;

  constructor(options: TransportOptions = {}) {
    const transport = new Transport(options);
    super(transport);
    this.raw = (call, callOptions) => transport.raw(call, callOptions);
  }
}

export type { StreamMessage, StreamOptions } from './event-stream.ts';
export { type Failure, isTrunklineError, TrunklineError } from './errors.ts';
export type { AttemptDetails, Logger } from './logger.ts';
export { etagOf, responseOf } from './responses.ts';
export type { Call as RawCall, CallOptions, Page, PagePromise, TransportOptions } from './transport.ts';
export { defaults } from './generated/defaults.ts';
export type * from './generated/types.ts';
