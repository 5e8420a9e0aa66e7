import type { Settings } from '@trunkline/platform';
import { type SpendCaps } from '../../application/calls/ports';

export class SettingsSpendCaps implements SpendCaps {
  constructor(private readonly settings: Settings) {}

  get rateFactor(): number {
    return this.settings.RATE_LIMIT_FACTOR;
  }

  get trialCents(): number | null {
    return this.settings.OUTBOUND_DAILY_CAP_TRIAL_CENTS || null;
  }

  get selfServeCents(): number | null {
    return this.settings.OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS || null;
  }
}
