// Loads test files and what they import with Node's own loader, in the realm of Jest's worker. A module loads once per
// worker, not once per test file.
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

let sourceMaps;
const ready = import('./compiled.mjs').then(({ sourceMapOf }) => {
  sourceMaps = new SourceMaps(sourceMapOf);
});

/** What Jest's runner and its test framework call of jest-runtime. */
module.exports = class NativeRuntime {
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
    return require(path);
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
  teardown() {}
};
