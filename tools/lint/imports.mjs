// What eslint.config.js lets files import, as patterns of @typescript-eslint/no-restricted-imports.
export const CONTEXTS = [
  'identity',
  'numbering',
  'voice-routing',
  'cdr',
  'billing-ledger',
  'compliance',
  'messaging',
  'exports',
  'webhooks',
];

const throughIndexOr = (...entries) => ({
  regex: `^@trunkline/(?!client/(?:lists|webhooks)$|platform/(?:settings|process|printing)$)[^/]+/(?!(${entries.join('|')})$)`,
  message: 'Import a library through its index.',
});
export const DEEP = throughIndexOr('testing');
/** For the composition, which wires the contexts, and for tests. */
export const DEEP_BUT_WIRING = throughIndexOr('testing', 'wiring');
export const TESTING = {
  regex: '^@trunkline/[^/]+/testing$|(^|/)testing(/|$)',
  message: 'Only tests may import test support.',
};
export const OAUTH_SERVER = {
  group: ['oidc-provider', 'oidc-provider/**'],
  message: 'Only apps/api/src/oauth may import oidc-provider.',
};
export const EDGE = {
  regex: `^@trunkline/(${CONTEXTS.join('|')}|composition)$|^(\\.\\./)+(?!(answers|credentials|endpoint|fields|guard|idempotency|limits|openapi|streams)/)`,
  message: 'apps/api/src/http may not import a context: declare a port there and bind it in app.module.ts.',
};
export const SERVICE = {
  regex: '^@trunkline/(platform(/(settings|printing))?$|(?!kernel|platform)[^/]+)',
  message: 'The switch agent has no database: of the libraries it imports the kernel and @trunkline/platform/process.',
};
export const SQL = {
  group: ['typeorm', 'typeorm/**', 'pg', 'pg/**', 'pg-*'],
  message: 'Apps may not access the database: use the index of a context.',
};
export const RAW_TEXTS = [
  {
    group: ['class-validator'],
    importNamePattern: '^(ValidateBy|Validate|Matches|Is[A-Z].*(Email|Url|FQDN|IP|Phone.*|Date.*))$',
    message: 'Check text with a rule, which checks its length first.',
  },
];
export const OUTWARD = {
  regex: '(^|/)(infrastructure|sandbox|wiring)(/|$)|\\.module$',
  message: 'domain and application may not import infrastructure.',
};
export const FOREIGN = {
  regex: '^(?!@trunkline/|\\.{1,2}(/|$)|node:)|^@trunkline/(?!kernel(/testing)?$)',
  message: 'domain and application may import only @trunkline/kernel and node: declare a port.',
};
export const WORLD = {
  regex: '^node:(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|tls|worker_threads)(/|$)',
  message: 'Call other systems through a port.',
};
export const USE_CASES = { regex: '(^|/)application(/|$)', message: 'domain may not import application.' };
export const WIRING = {
  regex: '(^|/)wiring(/|$)|\\.module$',
  message: 'Adapters may not import their module or its wiring.',
};

export const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });
