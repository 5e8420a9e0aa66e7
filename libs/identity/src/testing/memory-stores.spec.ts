import { NoTransactor } from '@trunkline/kernel/testing';
import { IdentityState } from './identity-state';
import { memoryStores } from './memory-stores';
import { describeIdentityStores } from './store-contract';

describeIdentityStores('the stores in memory', () => ({
  stores: memoryStores(new IdentityState()),
  tx: new NoTransactor(),
}));
