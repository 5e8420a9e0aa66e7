// What test files import from @jest/globals.
import { mocks } from './mocks.mjs';

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

export const { expect } = globalThis;

export const jest = {
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: () => mocks.restoreAllMocks(),
  setTimeout: (timeoutMs) => {
    globalThis[TEST_TIMEOUT] = timeoutMs;
  },
};
