import { loadSettings } from './settings';
import { development, faultsOf, production } from '../testing/setting-samples';

const stripe = {
  CARD_PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_51abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51abc',
  STRIPE_WEBHOOK_SECRETS: 'whsec_new,whsec_old',
};

describe('the settings of the card processor', () => {
  it('are not required for the sandbox', () => {
    const settings = loadSettings(development);
    expect([settings.CARD_PROCESSOR, settings.stripe, settings.isSandbox]).toEqual(['sandbox', null, true]);
    expect(settings.SANDBOX_WEBHOOK_SECRET).toBeUndefined();
  });

  it('are complete for Stripe, which replaces the sandbox', () => {
    const settings = loadSettings({ ...development, ...stripe });
    expect(settings.isSandbox).toBe(false);
    expect(settings.stripe).toEqual({
      secretKey: 'sk_test_51abc',
      publishableKey: 'pk_test_51abc',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiBase: new URL('https://api.stripe.com'),
    });
    expect(faultsOf({ ...production, ...stripe })).toEqual([]);
  });

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRETS'])('need %s with Stripe', (name) => {
    expect(faultsOf({ ...development, ...stripe, [name]: '' })).toEqual([
      `${name} is required with CARD_PROCESSOR=stripe`,
    ]);
  });

  it.each([
    ['CARD_PROCESSOR', 'paypal'],
    ['STRIPE_SECRET_KEY', 'pk_test_51abc'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_51abc'],
    ['STRIPE_WEBHOOK_SECRETS', 'whsec_good,hunter2'],
    ['STRIPE_API_BASE', 'api.stripe.com'],
    ['STRIPE_API_BASE', 'https://api.stripe.com/v1'],
    ['STRIPE_API_BASE', 'ftp://api.stripe.com'],
    ['SANDBOX_WEBHOOK_SECRET', 'short'],
  ])('reject %s=%s without revealing it', (name, value) => {
    const faults = faultsOf({ ...development, ...stripe, [name]: value });
    expect(faults.join()).toContain(name);
    expect(faults.join()).not.toContain(value);
  });

  it('allow an http URL for a Stripe substitute outside production only', () => {
    const standIn = { ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111' };
    expect(loadSettings({ ...development, ...standIn }).stripe?.apiBase.port).toBe('12111');
    expect(faultsOf({ ...production, ...standIn })).toHaveLength(1);
  });
});
