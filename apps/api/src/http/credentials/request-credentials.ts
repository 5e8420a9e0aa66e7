import type { CredentialContext, Principal, Recognition } from '@trunkline/kernel';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';

const ACCOUNT_ID = /^acc_[0-9a-z]{1,48}$/;
const UNKNOWN_ACCOUNT = 'acc_0';
const BEARER = /^Bearer +/i;

/** Returns the account that the request selects with X-Account-Id, and its network address. */
export function credentialContext({ headers, ip, edge }: EdgeRequest): CredentialContext {
  return { accountId: selectedAccount(headers['x-account-id']), ip: ip ?? null, isUse: !edge.isRecheck };
}

/** An invalid id selects an unknown account, so it gets the same 403 as another customer's account. An empty one selects none. */
function selectedAccount(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  const id = String(header);
  return ACCOUNT_ID.test(id) ? id : UNKNOWN_ACCOUNT;
}

/** Returns the principal, or null for an unknown credential. Throws `forbidden` for an account that the credential does not reach. */
export function principalOf(recognition: Recognition): Principal | null {
  if (recognition?.membershipMissing) throw EdgeErrors.forbidden();
  return recognition?.principal ?? null;
}

/** Returns the token of the Authorization header; empty if there is none. */
export function bearerToken({ headers }: EdgeRequest): string {
  return headers.authorization?.replace(BEARER, '').trim() ?? '';
}
