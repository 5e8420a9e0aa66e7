import type { LeasedBuckets } from '@trunkline/platform';
import type { CallRates, StartingCall } from '../../application/outbound/ports';

/** Token buckets that hold the calls of one second. See docs/decisions/0003-leased-token-buckets.md. */
export class LeasedCallRates implements CallRates {
  constructor(private readonly buckets: LeasedBuckets) {}

  async take({ accountId, callsPerSecond, trunk }: StartingCall): Promise<'account' | 'trunk' | null> {
    if (trunk && !(await this.isFree(`calls:trunk:${trunk.id}`, trunk.callsPerSecond))) return 'trunk';
    if (callsPerSecond !== null && !(await this.isFree(`calls:${accountId}`, callsPerSecond))) return 'account';
    return null;
  }

  private async isFree(key: string, perSecond: number): Promise<boolean> {
    if (perSecond === 0) return false;
    return (await this.buckets.take({ key, capacity: perSecond, refillPerSecond: perSecond })).isGranted;
  }
}
