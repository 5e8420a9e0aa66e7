import { newId } from '@trunkline/kernel';
import { Account } from '../domain/account';
import { ApiKey } from '../domain/api-key';
import { User } from '../domain/user';
import type { IdentityStores } from './identity-stores';

/** When samples were created. */
export const SAMPLED_AT = new Date('2026-03-01T12:00:00.123Z');

export function sampleUser(email = `${newId('usr')}@example.com`): User {
  const person = { name: 'Grace Hopper', passwordHash: 'hash', phoneE164: '+442071838750', marketingOptIn: true };
  return User.register({ ...person, email, intendedUse: 'dev' }, SAMPLED_AT);
}

export function sampleAccount(signUpOperationId = newId('op')): Account {
  return Account.open({ name: 'Grace & Co', country: 'GB', tier: 'self_serve', signUpOperationId }, SAMPLED_AT);
}

/** Stores an account with its owner. */
export async function storedOwner({ accounts, users, memberships }: IdentityStores, account = sampleAccount()) {
  const user = sampleUser();
  await users.add(user);
  await accounts.add(account);
  await memberships.add({ accountId: account.id, userId: user.id, role: 'owner', joinedAt: SAMPLED_AT });
  return { account, user };
}

export function sampleKey(accountId: string, userId: string, at = SAMPLED_AT) {
  return ApiKey.issue({ accountId, userId, name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null }, at);
}
