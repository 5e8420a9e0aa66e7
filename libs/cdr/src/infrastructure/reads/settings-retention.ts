import type { Settings } from '@trunkline/platform';
import { CdrRetention } from '../../application/reads/ports';

export class SettingsRetention extends CdrRetention {
  constructor(private readonly settings: Settings) {
    super();
  }

  override get days(): number {
    return this.settings.CDR_RETENTION_DAYS;
  }
}
