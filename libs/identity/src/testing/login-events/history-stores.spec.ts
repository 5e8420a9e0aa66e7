import { NoTransactor } from '@trunkline/kernel/testing';
import { describeHistoryStores } from './history-contract';
import { IdentityState, memoryStores } from '../memory-stores';

describeHistoryStores('sessions and sign-in history in memory', () => ({
  stores: memoryStores(new IdentityState()),
  tx: new NoTransactor(),
}));
