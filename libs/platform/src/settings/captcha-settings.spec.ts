import { development, faultsOf } from '../testing/setting-samples';
import { loadSettings } from './settings';

describe('the settings of the captcha', () => {
  const load = (env: Readonly<Record<string, string>>) => loadSettings({ ...development, ...env });
  const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' };
  const urls = { CAPTCHA_VERIFY_URL: 'https://c.example/verify', CAPTCHA_SCRIPT_URL: 'https://c.example/api.js' };

  it('name no provider by default, and know the addresses of two', () => {
    expect(load({}).captcha).toBeNull();
    expect(load({ CAPTCHA_PROVIDER: 'turnstile', ...keys }).captcha).toMatchObject({
      siteKey: 'site',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      origins: ['https://challenges.cloudflare.com'],
    });
    expect(load({ CAPTCHA_PROVIDER: 'hcaptcha', ...keys }).captcha?.verifyUrl).toBe(
      'https://api.hcaptcha.com/siteverify',
    );
    expect(load({ CAPTCHA_PROVIDER: 'custom', ...keys, ...urls }).captcha).toMatchObject({
      verifyUrl: urls.CAPTCHA_VERIFY_URL,
      origins: ['https://c.example'],
    });
  });

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ CAPTCHA_PROVIDER: 'recaptcha', ...keys }, 'CAPTCHA_PROVIDER'],
    [{ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site' }, 'CAPTCHA_SECRET is required with CAPTCHA_PROVIDER'],
    [{ CAPTCHA_SECRET: 'secret' }, 'CAPTCHA_SECRET is required with CAPTCHA_PROVIDER, and only with it'],
    [{ CAPTCHA_PROVIDER: 'custom', ...keys }, 'CAPTCHA_VERIFY_URL is required with CAPTCHA_PROVIDER=custom'],
    [
      { CAPTCHA_PROVIDER: 'turnstile', ...keys, ...urls },
      'CAPTCHA_VERIFY_URL is required with CAPTCHA_PROVIDER=custom',
    ],
    [{ CAPTCHA_PROVIDER: 'custom', ...keys, ...urls, CAPTCHA_VERIFY_URL: 'http://c.example' }, 'must be an https://'],
    [
      { CAPTCHA_PROVIDER: 'custom', ...keys, ...urls, CAPTCHA_SCRIPT_URL: 'https://c.example/a;b' },
      'must be an https://',
    ],
  ])('reject %j', (env, fault) => {
    expect(faultsOf({ ...development, ...env }).join('\n')).toContain(fault);
  });
});
