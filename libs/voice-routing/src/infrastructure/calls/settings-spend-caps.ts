import type { Settings } from '@trunkline/platform';
import { SpendCaps } from '../../application/calls/ports';

export class SettingsSpendCaps extends SpendCaps {
  constructor(private readonly settings: Settings) {
    super();
  }

  override get trialCents(): number | null {
    return this.settings.OUTBOUND_DAILY_CAP_TRIAL_CENTS || null;
  }

  override get selfServeCents(): number | null {
    return this.settings.OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS || null;
  }
}
