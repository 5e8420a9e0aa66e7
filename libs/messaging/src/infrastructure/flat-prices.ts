import type { MessagePrices } from '../application/messages/ports';

/** One cent for each segment. */
export class FlatPrices implements MessagePrices {
  priceCents(_accountId: string, _to: string, segments: number): Promise<number | null> {
    return Promise.resolve(segments);
  }
}
