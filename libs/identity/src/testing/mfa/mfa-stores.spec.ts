import { NoTransactor } from '@trunkline/kernel/testing';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';
import { describeMfaStores } from './mfa-store-contract';
import { memoryMfaStores } from './mfa-stores';

describeMfaStores('the fake stores of the second factor', () => {
  const state = new IdentityState();
  return { stores: memoryStores(state), mfa: memoryMfaStores(state), tx: new NoTransactor() };
});
