import { NoTransactor } from '@trunkline/kernel/testing';
import { describeKeyReminders } from './key-reminder-contract';
import { MemoryKeyReminders } from './key-reminder-stores';
import { IdentityState } from '../identity-state';
import { memoryStores } from '../memory-stores';

describeKeyReminders('reminders in memory', () => {
  const state = new IdentityState();
  return { reminders: new MemoryKeyReminders(state), stores: memoryStores(state), tx: new NoTransactor() };
});
