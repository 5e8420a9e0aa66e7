// Loads test files and what they import with Node's own loader, in the realm of Jest's worker. A module loads once per
// worker, not once per test file.
const asyncHooks = require('node:async_hooks');
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');

register('./loader.mjs', pathToFileURL(__filename));

/** Source maps by the path or URL of the source. They are found when a stack is printed. */
class SourceMaps extends Map {
  constructor(find) {
    super();
    this.get = find;
  }
}

/** Calls `load` and passes each AsyncLocalStorage that the loaded CommonJS modules make to `made`. */
function watchStorages(load, made) {
  const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
  class Watched extends asyncHooks.AsyncLocalStorage {
    constructor(...args) {
      super(...args);
      made(this);
    }
  }
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: Watched, configurable: true });
  try {
    return load();
  } finally {
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
  }
}

let sourceMaps;
const ready = import('./compiled.mjs').then(({ sourceMapOf }) => {
  sourceMaps = new SourceMaps(sourceMapOf);
});

/** What Jest's runner and its test framework call of jest-runtime. */
module.exports = class NativeRuntime {
  #storages = [];

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    await ready;
    return import(pathToFileURL(path).href);
  }

  /** Loads the test framework, anew for each test file, because it holds the state of one. */
  requireInternalModule(path) {
    delete require.cache[path];
    return watchStorages(
      () => require(path),
      (storage) => this.#storages.push(storage),
    );
  }

  requireModule(path) {
    return require(path);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  setGlobalsForRuntime() {}
  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}

  /**
   * The framework keeps the running test in a storage of its own for each file. Each that stays enabled makes every promise,
   * timer and request of the later files carry one more value: after a hundred files, a third of the processor time.
   */
  teardown() {
    for (const storage of this.#storages.splice(0)) storage.disable();
  }
};
