import { countedNetwork } from '@trunkline/kernel';
import { createHash } from 'node:crypto';
import type { Bucket, RateLimitStore, Settings } from '@trunkline/platform';
import { MailAllowance, MAILS_PER_HOUR } from '../../application/mails/ports';

/** Emails per hour. */
const PER_ADDRESS = 30;
const HOUR_S = 3600;

/** Counts in the rate limit store, which all processes share. */
export class StoreMailAllowance extends MailAllowance {
  constructor(
    private readonly store: RateLimitStore,
    private readonly settings: Pick<Settings, 'RATE_LIMIT_FACTOR'>,
  ) {
    super();
  }

  override async take(email: string, ip: string | null): Promise<boolean> {
    const byAddress = await this.store.take(this.bucket(`mail-ip:${countedNetwork(ip)}`, PER_ADDRESS), 1);
    if (byAddress.granted === 0) return false;
    // The store must not contain addresses in clear text.
    const digest = createHash('sha256').update(email).digest('base64url');
    return (await this.store.take(this.bucket(`mail-to:${digest}`, MAILS_PER_HOUR), 1)).granted > 0;
  }

  private bucket(key: string, perHour: number): Bucket {
    const capacity = Math.max(1, Math.floor(perHour * this.settings.RATE_LIMIT_FACTOR));
    return { key, capacity, refillPerSecond: (perHour * this.settings.RATE_LIMIT_FACTOR) / HOUR_S };
  }
}
