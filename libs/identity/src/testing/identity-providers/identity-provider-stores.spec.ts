import { NoTransactor } from '@trunkline/kernel/testing';
import { describeIdentityProviderStores } from './identity-provider-contract';
import { memoryProviderStores } from './identity-provider-stores';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';

describeIdentityProviderStores('third-party sign-in in memory', () => {
  const state = new IdentityState();
  return { idp: memoryProviderStores(state), stores: memoryStores(state), tx: new NoTransactor() };
});
