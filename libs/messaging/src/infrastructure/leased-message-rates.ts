import type { LeasedBuckets } from '@trunkline/platform';
import type { AccountMessageRates } from '../application/delivery/pace-messages';

/** Token buckets that hold the messages of one second. See docs/decisions/0003-leased-token-buckets.md. */
export class LeasedMessageRates implements AccountMessageRates {
  constructor(private readonly buckets: LeasedBuckets) {}

  async take(accountId: string, perSecond: number): Promise<boolean> {
    const bucket = { key: `messages:${accountId}`, capacity: perSecond, refillPerSecond: perSecond };
    return (await this.buckets.take(bucket)).isGranted;
  }
}
