import { Injectable } from '@nestjs/common';
import { API_KEYS_MAX } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { AccountStanding } from '@trunkline/voice-routing';
import { requestsPerMinute } from '../../http/limits/limits';
import type { AccountLimitsDto } from './accounts.dto';

/** Returns the limits of an account that its API responses show. */
@Injectable()
export class AccountLimits {
  constructor(
    private readonly standings: AccountStanding,
    private readonly settings: Settings,
  ) {}

  async of({ accountId, tier }: Principal): Promise<AccountLimitsDto> {
    const { limits } = await this.standings.of(accountId);
    return {
      requestsPerMinute: requestsPerMinute(tier, this.settings.RATE_LIMIT_FACTOR),
      apiKeys: API_KEYS_MAX,
      maxConcurrentCalls: limits.maxConcurrentCalls,
      outboundDailyCapCents: limits.outboundDailyCapCents,
    };
  }
}
