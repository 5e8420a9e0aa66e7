const native = (file) => new URL(`./tools/jest/native/${file}`, import.meta.url).pathname;

/** What every project's tests share: Node loads them in the realm of Jest's workers, where test files share modules. */
export default {
  testEnvironment: native('environment.mjs'),
  runtime: native('runtime.cjs'),
  testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.int-spec.ts', '<rootDir>/**/*.e2e-spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  setupFiles: ['reflect-metadata'],
  transform: {},
};
