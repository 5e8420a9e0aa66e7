import type { Settings } from '@trunkline/platform';
import { DashboardLinks } from '../application/ports';

export class SettingsDashboardLinks extends DashboardLinks {
  constructor(private readonly settings: Pick<Settings, 'DASHBOARD_URL'>) {
    super();
  }

  override verifyEmail(token: string): string {
    return `${this.settings.DASHBOARD_URL}/verify-email?token=${encodeURIComponent(token)}`;
  }
}
