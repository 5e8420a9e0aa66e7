import { loadSettings, SettingsError } from '../settings/settings';

/** The minimal environment outside production. */
export const development = {
  DATABASE_URL: 'postgres://u:p@localhost/db',
  SESSION_SECRETS: 'x'.repeat(32),
  MASTER_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  OPERATOR_TOKENS: 'an-operator-token',
  SWITCH_TOKENS: 'a-switch-token-of-ours',
};

/** The minimal environment in production. */
export const production = {
  ...development,
  NODE_ENV: 'production',
  ROOT_URL: 'https://api.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  NUMBER_SUPPLIERS: 'sandbox',
  CARD_PROCESSOR: 'sandbox',
};

/** Returns the faults of an environment. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}
