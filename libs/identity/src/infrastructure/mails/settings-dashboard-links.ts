import type { Settings } from '@trunkline/platform';
import { DashboardLinks } from '../../application/mails/ports';

export class SettingsDashboardLinks extends DashboardLinks {
  constructor(private readonly settings: Pick<Settings, 'DASHBOARD_URL'>) {
    super();
  }

  override verifyEmail(token: string): string {
    return this.page('verify-email', token);
  }

  override magicLink(token: string): string {
    return this.page('magic-link', token);
  }

  override resetPassword(token: string): string {
    return this.page('reset-password', token);
  }

  override invitation(token: string): string {
    return this.page('invitation', token);
  }

  override emailChange(token: string): string {
    return this.page('email-change', token);
  }

  private page(name: string, token: string): string {
    return `${this.settings.DASHBOARD_URL}/${name}?token=${encodeURIComponent(token)}`;
  }
}
