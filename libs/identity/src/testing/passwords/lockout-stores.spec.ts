import { newId } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import { describeLockoutStores } from './lockout-contract';
import { MemoryKnownDevices, MemoryPasswordFailures } from './lockout-stores';

const setup = {
  failures: new MemoryPasswordFailures(),
  devices: new MemoryKnownDevices(),
  tx: new NoTransactor(),
  aUser: () => Promise.resolve(newId('usr')),
};

describeLockoutStores('the stores of a lockout in memory', () => setup);
