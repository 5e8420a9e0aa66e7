import type { Asked, Recognition } from '@trunkline/identity';
import type { DomainError, Principal } from '@trunkline/kernel';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';

const ACCOUNT_ID = /^acc_[0-9a-z]{1,48}$/;
const NO_ACCOUNT = 'acc_0';
const BEARER = /^Bearer +/i;

/** What the request asks beside its credential: X-Account-Id (spec, What the service does, 10) and where it comes from. */
export function asked({ headers, ip }: EdgeRequest): Asked {
  const header = headers['x-account-id'];
  // What cannot be an id belongs to nobody, and is refused like the account of a stranger.
  const accountId = header === undefined ? null : ACCOUNT_ID.test(String(header)) ? String(header) : NO_ACCOUNT;
  return { accountId, ip: ip ?? null };
}

/** The principal, or the 403 for an account that the credential does not reach. */
export function principalIn(recognition: NonNullable<Recognition>): Principal | DomainError {
  return recognition.membershipMissing ? EdgeErrors.forbidden() : recognition.principal;
}

export function bearerOf({ headers }: EdgeRequest): string {
  return headers.authorization?.replace(BEARER, '').trim() ?? '';
}
