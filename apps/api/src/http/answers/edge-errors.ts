import { defineErrors } from '@trunkline/kernel';

/** What the edge itself refuses, before any context is asked. */
export const EdgeErrors = defineErrors({
  malformed_json: { kind: 'malformed', message: 'The body is not JSON.' },
  malformed_request: { kind: 'malformed', message: 'The request cannot be read.' },
  key_in_url: {
    kind: 'malformed',
    message: 'An API key stood in the address, where logs keep it. The key has been revoked; make a new one.',
  },
  unauthorized: {
    kind: 'unauthorized',
    message: 'This needs a session cookie or an Authorization: Bearer credential.',
  },
  forbidden: { kind: 'forbidden', message: 'This credential may not do that.' },
  session_required: { kind: 'forbidden', message: 'Only a signed-in session may do that.' },
  mfa_required: { kind: 'forbidden', message: 'Complete the second factor first: POST /v1/auth/mfa/challenge.' },
  reauthentication_required: { kind: 'forbidden', message: 'Sign in again, or send `password`, to do that.' },
  csrf_rejected: { kind: 'forbidden', message: 'A change by cookie needs an Origin of the dashboard or of this host.' },
  account_suspended: { kind: 'forbidden', message: 'The account is suspended: it may read, pay and close.' },
  account_pending_closure: { kind: 'forbidden', message: 'The account is being closed: it may read and cancel that.' },
  account_closed: { kind: 'forbidden', message: 'The account is closed.' },
  manual_review_required: { kind: 'forbidden', message: 'The account is under review and may not order yet.' },
  not_found: { kind: 'not_found', message: 'There is nothing at this address.' },
  method_not_allowed: { kind: 'not_allowed', message: 'This address does not answer to that method; see Allow.' },
  precondition_failed: { kind: 'precondition', message: 'The resource has changed since you read it.' },
  payload_too_large: { kind: 'too_large', message: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { kind: 'media_type', message: 'Send the body as application/json in UTF-8.' },
  idempotency_key_reused: { kind: 'invalid', message: 'This Idempotency-Key was used with another body.' },
  idempotency_in_progress: {
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key is still running.',
  },
  rate_limited: { kind: 'too_many', message: 'Too many requests; wait as long as Retry-After says.' },
  unavailable: {
    kind: 'unavailable',
    message: 'The service is temporarily unavailable. Send the request again after the time in `Retry-After`.',
    retryAfterSeconds: 20,
  },
});
