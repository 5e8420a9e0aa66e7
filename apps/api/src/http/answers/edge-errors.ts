import { defineErrors } from '@trunkline/kernel';

/** The errors that the edge returns before a request reaches a context. */
export const EdgeErrors = defineErrors({
  malformed_json: { kind: 'malformed', message: 'The body is not valid JSON.' },
  malformed_request: { kind: 'malformed', message: 'The request is malformed.' },
  key_in_url: {
    kind: 'malformed',
    message:
      'The URL contains an API key. The key has been revoked: create a new one and send it in the Authorization header.',
  },
  unauthorized: {
    kind: 'unauthorized',
    message: 'Send a session cookie or an Authorization: Bearer credential.',
  },
  forbidden: { kind: 'forbidden', message: 'This credential does not permit the operation.' },
  session_required: { kind: 'forbidden', message: 'This operation requires a signed-in session.' },
  mfa_required: { kind: 'forbidden', message: 'Complete the second factor first: POST /v1/auth/mfa/challenge.' },
  reauthentication_required: {
    kind: 'forbidden',
    message: 'Sign in again or send `password` to perform this operation.',
  },
  csrf_rejected: {
    kind: 'forbidden',
    message: 'A change with a session cookie must come from the dashboard or this host (Origin header).',
  },
  account_suspended: {
    kind: 'forbidden',
    message: 'The account is suspended. You can only read data, pay and close the account.',
  },
  account_pending_closure: {
    kind: 'forbidden',
    message: 'The account is being closed. You can only read data and cancel the closure.',
  },
  account_closed: { kind: 'forbidden', message: 'The account is closed.' },
  manual_review_required: { kind: 'forbidden', message: 'The account is under review and cannot order yet.' },
  not_found: { kind: 'not_found', message: 'There is no endpoint at this path.' },
  method_not_allowed: {
    kind: 'not_allowed',
    message: 'Method not allowed. The Allow header lists the allowed methods.',
  },
  precondition_failed: {
    kind: 'precondition',
    message: 'The resource has changed since it was read. Read it again and retry.',
  },
  payload_too_large: {
    kind: 'too_large',
    message: 'The body is larger than the limit: 256 KiB, 3 MiB for an upload as JSON, or 32 MiB for CSV.',
  },
  unsupported_media_type: {
    kind: 'media_type',
    message:
      'Send the body as application/json in UTF-8, or an upload as multipart/form-data; CSV files as text/csv in UTF-8.',
  },
  idempotency_key_reused: {
    kind: 'invalid',
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  idempotency_in_progress: {
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key is still in progress. Retry after the time in `Retry-After`.',
  },
  rate_limited: { kind: 'too_many', message: 'Too many requests. Retry after the time in `Retry-After`.' },
  unavailable: {
    kind: 'unavailable',
    message: 'The service is temporarily unavailable. Retry after the time in `Retry-After`.',
    retryAfterSeconds: 20,
  },
});
