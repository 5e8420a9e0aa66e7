import { describeClosureStores } from './closure-contract';
import { memoryClosureStores } from './closure-stores';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';

describeClosureStores('stores of closures in memory', () => {
  const state = new IdentityState();
  return { closing: memoryClosureStores(state), stores: memoryStores(state) };
});
