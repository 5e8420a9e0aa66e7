import type { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Runtime {
  requireInternalModule(path: string): unknown;
  teardown(): void;
}

const NativeRuntime = createRequire(import.meta.url)('./runtime.cjs') as new () => Runtime;
const FRAMEWORK = `module.exports = new (require('node:async_hooks').AsyncLocalStorage)();`;

describe('the runtime of test files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-runtime-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stops tracking what the test framework tracked in a file that has ended', async () => {
    const path = join(folder, 'framework.cjs');
    writeFileSync(path, FRAMEWORK);
    const runtime = new NativeRuntime();
    const storage = runtime.requireInternalModule(path) as AsyncLocalStorage<string>;
    await storage.run('a test', async () => {
      await Promise.resolve();
      expect(storage.getStore()).toBe('a test');
      runtime.teardown();
      expect(storage.getStore()).toBeUndefined();
    });
  });
});
