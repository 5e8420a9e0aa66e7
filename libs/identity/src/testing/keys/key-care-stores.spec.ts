import { NoTransactor } from '@trunkline/kernel/testing';
import { describeKeyReminders } from './key-care-contract';
import { MemoryKeyReminders } from './key-care-stores';
import { IdentityState, memoryStores } from '../memory-stores';

describeKeyReminders('reminders in memory', () => {
  const state = new IdentityState();
  return { reminders: new MemoryKeyReminders(state), stores: memoryStores(state), tx: new NoTransactor() };
});
