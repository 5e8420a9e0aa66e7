import { NoTransactor } from '@trunkline/kernel/testing';
import { describeMemberStores } from './members-contract';
import { memoryMemberStores } from './members-stores';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';

describeMemberStores('the fake stores of members', () => {
  const state = new IdentityState();
  return { stores: memoryStores(state), team: memoryMemberStores(state), tx: new NoTransactor() };
});
