import { ValidateBy, type ValidationArguments } from 'class-validator';
import { ScreeningSettings } from './screening-settings';

/** The configuration of a third-party identity provider. */
export interface IdentityProviderConfig {
  /** Its name in URLs and login events. */
  readonly provider: 'oauth_idp1' | 'oauth_idp2';
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly displayName: string;
}

const TEXT_MAX = 2000;
const NAME_MAX = 50;
const MEMBERS = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for a loopback URL. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * An issuer is https without query, fragment or user (OpenID Connect Discovery 1.0, section 2). Outside production http
 * on loopback is allowed.
 */
function isIssuer(value: unknown, settings: object): boolean {
  if (typeof value !== 'string' || /[?#@]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  const isProduction = 'NODE_ENV' in settings && settings.NODE_ENV === 'production';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && !isProduction);
}

const isText = (value: unknown) => typeof value === 'string' && value.length <= TEXT_MAX;

function siblingsOf({ property, object }: ValidationArguments): string[] {
  const prefix = property.slice(0, 'OAUTH_IDP1_'.length);
  const values = object as Record<string, unknown>;
  return MEMBERS.map((member) => prefix + member).filter((name) => values[name] !== undefined);
}

/** Requires that all settings of a provider are set, or none. */
function OfProvider(accepts: (value: unknown, settings: object) => boolean, rule: string): PropertyDecorator {
  return ValidateBy({
    name: 'ofProvider',
    validator: {
      validate: (value, args) => {
        if (!args) return false;
        return value === undefined ? siblingsOf(args).length === 0 : accepts(value, args.object);
      },
      defaultMessage: (args) => {
        if (!args) return rule;
        const isMissing = args.value === undefined;
        return isMissing
          ? `${args.property} is required with ${siblingsOf(args).join(', ')}`
          : `${args.property} ${rule}`;
      },
    },
  });
}

const Issuer = () => OfProvider(isIssuer, 'must be an https:// URL (http:// on loopback, outside production)');
const Credential = () => OfProvider(isText, `must be text of at most ${TEXT_MAX} characters`);
const DisplayName = () =>
  OfProvider(
    (value) => isText(value) && String(value).length <= NAME_MAX,
    `must be text of at most ${NAME_MAX} characters`,
  );

/** Settings of the two third-party identity providers. */
export class IdentityProviderSettings extends ScreeningSettings {
  @Issuer()
  OAUTH_IDP1_ISSUER?: string;

  @Credential()
  OAUTH_IDP1_CLIENT_ID?: string;

  @Credential()
  OAUTH_IDP1_CLIENT_SECRET?: string;

  @DisplayName()
  OAUTH_IDP1_NAME?: string;

  @Issuer()
  OAUTH_IDP2_ISSUER?: string;

  @Credential()
  OAUTH_IDP2_CLIENT_ID?: string;

  @Credential()
  OAUTH_IDP2_CLIENT_SECRET?: string;

  @DisplayName()
  OAUTH_IDP2_NAME?: string;

  /** The configured providers in the order of their names. */
  get identityProviders(): IdentityProviderConfig[] {
    const first = config('oauth_idp1', [
      this.OAUTH_IDP1_ISSUER,
      this.OAUTH_IDP1_CLIENT_ID,
      this.OAUTH_IDP1_CLIENT_SECRET,
      this.OAUTH_IDP1_NAME,
    ]);
    const second = config('oauth_idp2', [
      this.OAUTH_IDP2_ISSUER,
      this.OAUTH_IDP2_CLIENT_ID,
      this.OAUTH_IDP2_CLIENT_SECRET,
      this.OAUTH_IDP2_NAME,
    ]);
    return [...first, ...second];
  }
}

function config(
  provider: IdentityProviderConfig['provider'],
  [issuer, clientId, clientSecret, displayName]: readonly (string | undefined)[],
): IdentityProviderConfig[] {
  if (!issuer || !clientId || !clientSecret || !displayName) return [];
  return [{ provider, issuer, clientId, clientSecret, displayName }];
}

export const IDENTITY_PROVIDER_SETTING_NAMES = [
  'OAUTH_IDP1_ISSUER',
  'OAUTH_IDP1_CLIENT_ID',
  'OAUTH_IDP1_CLIENT_SECRET',
  'OAUTH_IDP1_NAME',
  'OAUTH_IDP2_ISSUER',
  'OAUTH_IDP2_CLIENT_ID',
  'OAUTH_IDP2_CLIENT_SECRET',
  'OAUTH_IDP2_NAME',
] as const satisfies readonly (keyof IdentityProviderSettings)[];
