import type { Settings } from '@trunkline/platform';
import type { AlarmLinks } from '../../application/alarms/ports';

export class SettingsAlarmLinks implements AlarmLinks {
  constructor(private readonly settings: Pick<Settings, 'DASHBOARD_URL'>) {}

  alarms(): string {
    return `${this.settings.DASHBOARD_URL}/alarms`;
  }
}
