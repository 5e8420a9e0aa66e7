import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mocks } from './mocks.mjs';

/** Globals of the test framework that hold the state of one test file. */
const STATE = ['TEST_TIMEOUT_SYMBOL', 'EVENT_HANDLERS'].map((name) => Symbol.for(name));

/**
 * The worker's own realm, restored after each test file: spies, environment variables, the console, `process.exit`. What a file
 * leaves in its folder for temporary files is removed.
 */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = mocks;
  fakeTimers = null;
  fakeTimersModern = null;
  #console = globalThis.console;
  #exit = process.exit;
  #variables = { ...process.env };
  #temporary = '';

  getVmContext() {
    return null;
  }

  async setup() {
    this.#temporary = mkdtempSync(join(tmpdir(), 'trunkline-test-'));
    // Databases that tests start as root run as another user, who must reach their folders.
    chmodSync(this.#temporary, 0o711);
    process.env['TMPDIR'] = this.#temporary;
  }

  async teardown() {
    mocks.restoreAllMocks();
    for (const symbol of STATE) delete globalThis[symbol];
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}
