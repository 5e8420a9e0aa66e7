import { IsIn, IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';

export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha', 'custom'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** A provider with the interface of siteverify. */
export interface CaptchaConfig {
  readonly provider: CaptchaProvider;
  /** Public: the widget shows it to the provider. */
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
  /** The script of the widget. */
  readonly scriptUrl: string;
  /** Origins of the script, its frames and requests, for the Content-Security-Policy. */
  readonly origins: readonly string[];
}

const KNOWN = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    origins: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const;

const KEY = /^[\x21-\x7e]{1,2000}$/;
const isKey = (value: unknown) => typeof value === 'string' && KEY.test(value);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Https, or http on loopback outside production. */
function isUrl(value: unknown, settings: object): boolean {
  if (typeof value !== 'string' || /[\s;,]/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  const isProduction = 'NODE_ENV' in settings && settings.NODE_ENV === 'production';
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname) && !isProduction);
}

/** Requires the setting with these providers, and forbids it with others and without one. */
function WithProvider(
  providers: readonly CaptchaProvider[],
  accepts: (value: unknown, settings: object) => boolean,
  rule: string,
): PropertyDecorator {
  const isNeeded = (settings: object) =>
    'CAPTCHA_PROVIDER' in settings && (providers as readonly unknown[]).includes(settings.CAPTCHA_PROVIDER);
  const names = providers.length === CAPTCHA_PROVIDERS.length ? '' : `=${providers.join(' or ')}`;
  return ValidateBy({
    name: 'withProvider',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => {
        if (!args) return false;
        return isNeeded(args.object) ? accepts(value, args.object) : value === undefined;
      },
      defaultMessage: (args) => {
        if (!args) return rule;
        const isRejected = args.value !== undefined && isNeeded(args.object);
        return isRejected
          ? `${args.property} ${rule}`
          : `${args.property} is required with CAPTCHA_PROVIDER${names}, and only with it`;
      },
    },
  });
}

/** The bot challenge of sign-up and of requests for mails. See docs/sign-in.md#captcha. */
export class CaptchaSettings {
  @IsOptional()
  @IsIn(CAPTCHA_PROVIDERS)
  CAPTCHA_PROVIDER?: CaptchaProvider;

  @WithProvider(CAPTCHA_PROVIDERS, isKey, 'must be printable ASCII without spaces')
  CAPTCHA_SITE_KEY?: string;

  @WithProvider(CAPTCHA_PROVIDERS, isKey, 'must be printable ASCII without spaces')
  CAPTCHA_SECRET?: string;

  @WithProvider(['custom'], isUrl, 'must be an https:// URL (http:// on loopback, outside production)')
  CAPTCHA_VERIFY_URL?: string;

  @WithProvider(['custom'], isUrl, 'must be an https:// URL (http:// on loopback, outside production)')
  CAPTCHA_SCRIPT_URL?: string;

  /** Null if no challenge is configured. */
  get captcha(): CaptchaConfig | null {
    const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = this;
    if (!provider || siteKey === undefined || secret === undefined) return null;
    const keys = { provider, siteKey, secret };
    if (provider !== 'custom') return { ...keys, ...KNOWN[provider] };
    const { CAPTCHA_VERIFY_URL: verifyUrl = '', CAPTCHA_SCRIPT_URL: scriptUrl = '' } = this;
    return { ...keys, verifyUrl, scriptUrl, origins: [new URL(scriptUrl).origin] };
  }
}

export const CAPTCHA_SETTING_NAMES = [
  'CAPTCHA_PROVIDER',
  'CAPTCHA_SITE_KEY',
  'CAPTCHA_SECRET',
  'CAPTCHA_VERIFY_URL',
  'CAPTCHA_SCRIPT_URL',
] as const satisfies readonly (keyof CaptchaSettings)[];
