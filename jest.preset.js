import { readFileSync } from 'node:fs';
import { joinedFiles } from './tools/packages.mjs';

const base = JSON.parse(readFileSync(new URL('./tsconfig.base.json', import.meta.url), 'utf8'));
const root = new URL('.', import.meta.url).pathname;

const moduleNameMapper = Object.fromEntries([
  ...Object.entries(base.compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, root + file.replace('./', '')]),
  // As the apps have them: every test file loads all that it imports anew.
  ...[...joinedFiles].map(([specifier, file]) => [`^${specifier}$`, file]),
]);

/** What every project's tests share: ES modules, swc with decorator metadata, the path aliases of tsconfig.base.json. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.int-spec.ts', '<rootDir>/**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  moduleNameMapper,
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
