import type { Settings } from '@trunkline/platform';
import { type CdrRetention } from '../../application/reads/ports';

export class SettingsRetention implements CdrRetention {
  constructor(private readonly settings: Settings) {}

  get days(): number {
    return this.settings.CDR_RETENTION_DAYS;
  }
}
