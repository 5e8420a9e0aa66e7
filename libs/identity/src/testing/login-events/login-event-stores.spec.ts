import { NoTransactor } from '@trunkline/kernel/testing';
import { describeLoginEventStores } from './login-event-contract';
import { IdentityState, memoryStores } from '../memory-stores';

describeLoginEventStores('sessions and sign-in history in memory', () => ({
  stores: memoryStores(new IdentityState()),
  tx: new NoTransactor(),
}));
