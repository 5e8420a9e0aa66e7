import { ModuleMocker } from 'jest-mock';

/** The spies of a worker. */
export const mocks = new ModuleMocker(globalThis);
