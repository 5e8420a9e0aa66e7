import { join } from 'node:path';
import type { Settings } from '@trunkline/platform/settings';
import { addressOf } from './environment';
import type { SandboxAccount } from '../sandbox/sandbox-account';

export interface PageFacts {
  readonly settings: Settings;
  readonly dataDir: string;
  readonly embedded: boolean;
  /** Null when no account could be created. */
  readonly account: SandboxAccount | null;
}

const LABEL_WIDTH = 12;

const row = (label: string, value: string): string => `  ${label.padEnd(LABEL_WIDTH)} ${value}`;

function accountRows(account: SandboxAccount | null, settings: Settings): string[] {
  if (!account) {
    return [row('Account', `sign up at ${settings.DASHBOARD_URL}/sign-up; mails go to your SMTP server`)];
  }
  return [row('Account', account.email), row('Password', account.password), row('API key', account.apiKey)];
}

function commands(account: SandboxAccount | null, settings: Settings): string[] {
  const authorization = `-H 'Authorization: Bearer ${account?.apiKey ?? '<API key>'}'`;
  const get = (path: string): string => `  curl -s ${authorization} '${settings.baseUrl}${path}'`;
  return [get('/accounts/me'), get('/catalog/search?country=DE&limit=3'), get('/billing/balance')];
}

/** Renders the start page: addresses, account, and commands to try. */
export function page({ settings, dataDir, embedded, account }: PageFacts): string {
  const internal = addressOf(settings.INTERNAL_HOST, settings.INTERNAL_PORT);
  const store = settings.REDIS_URL ? 'Redis' : 'PostgreSQL';
  return [
    '',
    '  Trunkline is running.',
    '',
    row('Dashboard', settings.DASHBOARD_URL),
    row('API', settings.baseUrl),
    row('Guides, API', `${settings.ROOT_URL}/docs`),
    row('Internal', `${internal}  (switches, operator, /metrics), in a process of its own`),
    row('Mail', settings.SMTP_URL ? 'sent to your SMTP server' : join(dataDir, 'mail')),
    row('Data', `${dataDir}  (database ${embedded ? 'embedded' : 'yours'}; queues, limits and caches on ${store})`),
    row('Tokens', `${join(dataDir, 'secrets.json')}  (operator and switch)`),
    '',
    ...accountRows(account, settings),
    '',
    '  Try:',
    '',
    ...commands(account, settings),
    '',
    '  `npm run seed` gives the account numbers, a trunk and forty days of calls to look at.',
    "  `npm run tour` plays a customer's story. Ctrl-C stops everything; the data is kept.",
    '',
  ].join('\n');
}
