import { NoTransactor } from '@trunkline/kernel/testing';
import { describeLoginEventStores } from './login-event-contract';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';

describeLoginEventStores('sessions and sign-in history in memory', () => ({
  stores: memoryStores(new IdentityState()),
  tx: new NoTransactor(),
}));
