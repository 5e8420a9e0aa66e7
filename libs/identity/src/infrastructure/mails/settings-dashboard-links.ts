import type { Settings } from '@trunkline/platform';
import { type DashboardLinks } from '../../application/mails/ports';

export class SettingsDashboardLinks implements DashboardLinks {
  constructor(private readonly settings: Pick<Settings, 'DASHBOARD_URL'>) {}

  verifyEmail(token: string): string {
    return this.page('verify-email', token);
  }

  magicLink(token: string): string {
    return this.page('magic-link', token);
  }

  resetPassword(token: string): string {
    return this.page('reset-password', token);
  }

  invitation(token: string): string {
    return this.page('invitation', token);
  }

  emailChange(token: string): string {
    return this.page('email-change', token);
  }

  private page(name: string, token: string): string {
    return `${this.settings.DASHBOARD_URL}/${name}?token=${encodeURIComponent(token)}`;
  }
}
