import type { ErrorKind } from '@trunkline/kernel';

export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition: 412,
  too_large: 413,
  media_type: 415,
  invalid: 422,
  too_many: 429,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
};

/** The error codes of the API, by status. The error filter sends only these. */
const ERROR_CODES = {
  400: ['malformed_json', 'malformed_request', 'missing_token', 'mfa_code_invalid', 'key_in_url'],
  401: ['unauthorized', 'mfa_code_invalid'],
  402: ['insufficient_balance', 'payment_declined', 'payment_method_declined'],
  403: [
    'forbidden',
    'mfa_required',
    'session_required',
    'reauthentication_required',
    'csrf_rejected',
    'email_unverified',
    'fraud_blocked',
    'account_suspended',
    'account_pending_closure',
    'account_closed',
    'manual_review_required',
    'destination_not_allowed',
    'spend_cap_reached',
  ],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: [
    'conflict',
    'invalid_state',
    'email_in_use',
    'already_member',
    'last_owner',
    'mfa_already_enabled',
    'mfa_not_enabled',
    'mfa_not_pending',
    'name_in_use',
    'resource_in_use',
    'number_unavailable',
    'number_locked',
    'release_not_scheduled',
    'capability_missing',
    'cart_empty',
    'cart_item_duplicate',
    'checkout_in_progress',
    'trunk_not_active',
    'routing_profile_not_active',
    'compliance_bundle_mismatch',
    'compliance_bundle_not_usable',
    'bundle_locked',
    'payment_method_exists',
    'payment_method_in_use',
    'no_default_payment_method',
    'closure_already_requested',
    'closure_blocked',
    'port_already_exists',
    'recipient_opted_out',
    'number_already_owned',
    'call_already_ended',
    'api_key_limit_reached',
    'gateway_limit_reached',
    'target_limit_reached',
    'webhook_limit_reached',
    'export_limit_reached',
    'alarm_limit_reached',
    'job_limit_reached',
    'concurrency_limit_reached',
    'idempotency_in_progress',
    'switch_not_connected',
    'rotation_pending',
    'oauth_app_limit_reached',
  ],
  410: ['token_invalid', 'select_token_expired', 'consent_expired', 'export_expired'],
  412: ['precondition_failed'],
  413: ['payload_too_large', 'document_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'invalid_input',
    'idempotency_key_reused',
    'country_not_supported',
    'cart_full',
    'host_not_allowed',
    'url_not_allowed',
    'document_unreadable',
    'document_infected',
    'bundle_incomplete',
    'port_incomplete',
  ],
  429: ['rate_limited', 'mfa_locked', 'login_locked'],
  500: ['internal_error'],
  502: ['supplier_error', 'processor_error'],
  503: ['supplier_unavailable', 'unavailable'],
  504: ['supplier_timeout'],
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES][number];

const KNOWN = new Map(
  Object.entries(ERROR_CODES).map(([status, codes]) => [Number(status), new Set<string>(codes)] as const),
);

export function isKnownError(status: number, code: string): boolean {
  return KNOWN.get(status)?.has(code) ?? false;
}

/** An error code, or `mfa_code_invalid` with status 400: its status is 401 except when a setup is verified. */
export type Failure = ErrorCode | readonly [code: 'mfa_code_invalid', status: 400];

/** The status of each code. Of `mfa_code_invalid`, which has two, the later one stays: 401. */
const STATUS_OF = new Map<string, number>(
  [...KNOWN].flatMap(([status, codes]) => [...codes].map((code) => [code, status] as const)),
);

/** Returns the code of a failure and its status. */
export function failureOf(failure: Failure): readonly [code: ErrorCode, status: number] {
  if (typeof failure !== 'string') return failure;
  return [failure, STATUS_OF.get(failure) ?? 500];
}
