import { SettingsDashboardLinks } from './settings-dashboard-links';

describe('Links into the dashboard', () => {
  it('contain the token', () => {
    const links = new SettingsDashboardLinks({ DASHBOARD_URL: 'https://app.example.com/dashboard' });
    expect(links.verifyEmail('a_b-c')).toBe('https://app.example.com/dashboard/verify-email?token=a_b-c');
  });
});
