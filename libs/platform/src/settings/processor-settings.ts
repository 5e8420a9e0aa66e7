import { IsIn, IsOptional, MinLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { Address, List } from './conversions';
import { IdentityProviderSettings } from './identity-provider-settings';

export const CARD_PROCESSORS = ['sandbox', 'stripe'] as const;
export type CardProcessorName = (typeof CARD_PROCESSORS)[number];

/** Configuration of the Stripe adapter. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Several during a rotation. An event may be signed with any of them. */
  readonly webhookSecrets: readonly string[];
  readonly apiBase: URL;
}

const SECRET_LENGTH_MIN = 32;
const STRIPE_API = 'https://api.stripe.com';
const SECRET_KEY = /^(sk|rk)_[A-Za-z0-9_]+$/;
const PUBLISHABLE_KEY = /^pk_[A-Za-z0-9_]+$/;
const WEBHOOK_SECRET = /^whsec_\S+$/;

const isStripe = (settings: object) => 'CARD_PROCESSOR' in settings && settings.CARD_PROCESSOR === 'stripe';

/** Requires the setting with Stripe. Without Stripe it is optional but must be valid. */
function OfStripe(accepts: (value: unknown, settings: object) => boolean, rule: string): PropertyDecorator {
  return ValidateBy({
    name: 'ofStripe',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => {
        if (!args) return false;
        return value === undefined ? !isStripe(args.object) : accepts(value, args.object);
      },
      defaultMessage: (args) => {
        if (!args) return rule;
        return args.value === undefined
          ? `${args.property} is required with CARD_PROCESSOR=stripe`
          : `${args.property} ${rule}`;
      },
    },
  });
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const areSecrets = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(matches(WEBHOOK_SECRET));

/** Another base URL is for stand-ins. Requires https in production, to protect the secret key. */
function isApiBase(value: unknown, settings: object): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, origin, href } = new URL(value);
  const isProduction = 'NODE_ENV' in settings && settings.NODE_ENV === 'production';
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !isProduction);
  return isWeb && href === `${origin}/`;
}

/** Settings of the card processor. */
export class ProcessorSettings extends IdentityProviderSettings {
  @IsIn(CARD_PROCESSORS)
  CARD_PROCESSOR: CardProcessorName;

  @OfStripe(matches(SECRET_KEY), 'must be a secret or restricted key, sk_… or rk_…')
  STRIPE_SECRET_KEY?: string;

  @OfStripe(matches(PUBLISHABLE_KEY), 'must be a publishable key, pk_…')
  STRIPE_PUBLISHABLE_KEY?: string;

  @List()
  @OfStripe(areSecrets, 'must be signing secrets, whsec_…, comma-separated')
  STRIPE_WEBHOOK_SECRETS?: string[];

  @Address()
  @OfStripe(isApiBase, 'must be an https:// URL without a path (http:// outside production)')
  STRIPE_API_BASE: string = STRIPE_API;

  /** Signs the sandbox processor's events. Default: derived from MASTER_KEYS. */
  @IsOptional()
  @MinLength(SECRET_LENGTH_MIN)
  SANDBOX_WEBHOOK_SECRET?: string;

  /** Null unless Stripe is the card processor. */
  get stripe(): StripeConfig | null {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = this;
    const { STRIPE_WEBHOOK_SECRETS: webhookSecrets, STRIPE_API_BASE } = this;
    if (this.CARD_PROCESSOR !== 'stripe' || !secretKey || !publishableKey || !webhookSecrets) return null;
    return { secretKey, publishableKey, webhookSecrets, apiBase: new URL(STRIPE_API_BASE) };
  }
}

export const PROCESSOR_SETTING_NAMES = [
  'CARD_PROCESSOR',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_API_BASE',
  'SANDBOX_WEBHOOK_SECRET',
] as const satisfies readonly (keyof ProcessorSettings)[];
