import type { Bucket, LeasedBuckets } from '@trunkline/platform';
import type { CallRates, StartingCall } from '../../application/outbound/ports';

/** Token buckets that hold the calls of one second. See docs/decisions/0003-leased-token-buckets.md. */
export class LeasedCallRates implements CallRates {
  constructor(private readonly buckets: LeasedBuckets) {}

  take(call: StartingCall): Promise<'account' | 'trunk' | null> {
    return reachedBy(call, async (bucket) => (await this.buckets.take(bucket)).isGranted);
  }

  reachedBy(call: StartingCall): Promise<'account' | 'trunk' | null> {
    return reachedBy(call, (bucket) => this.buckets.hasToken(bucket));
  }
}

type IsFree = (bucket: Bucket) => Promise<boolean>;

async function reachedBy({ accountId, callsPerSecond, trunk }: StartingCall, isFree: IsFree) {
  const hasReached = async (key: string, perSecond: number) =>
    perSecond === 0 || !(await isFree({ key, capacity: perSecond, refillPerSecond: perSecond }));
  if (trunk && (await hasReached(`calls:trunk:${trunk.id}`, trunk.callsPerSecond))) return 'trunk';
  if (callsPerSecond !== null && (await hasReached(`calls:${accountId}`, callsPerSecond))) return 'account';
  return null;
}
