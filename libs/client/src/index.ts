import { Resources } from './generated/resources.ts';
import { Transport, type TransportOptions } from './transport.ts';

/** The API as methods: `new Trunkline({ rootUrl, token }).numbers.list({ status: ['active'] })`. */
export class Trunkline extends Resources {
  constructor(options: TransportOptions) {
    super(new Transport(options));
  }
}

export type { StreamMessage, StreamOptions } from './event-stream.ts';
export { etagOf } from './etags.ts';
export { type Failure, isTrunklineError, TrunklineError } from './errors.ts';
export type { CallOptions, Page, PagePromise, TransportOptions } from './transport.ts';
export { defaults } from './generated/defaults.ts';
export type * from './generated/types.ts';
