import { existsSync, readdirSync } from 'node:fs';
import preset from './jest.preset.js';

const root = new URL('.', import.meta.url).pathname;
const projects = ['apps', 'libs']
  .flatMap((folder) => readdirSync(root + folder).map((name) => `${folder}/${name}`))
  .concat('tools')
  .filter((path) => existsSync(`${root}${path}/project.json`));

/** One run over every project; started by tools/test.ts, which brings up the databases and passes the limits. */
export default {
  projects: projects.map((path) => ({ ...preset, displayName: path, rootDir: root + path })),
  testSequencer: '<rootDir>/tools/jest/long-first-sequencer.mjs',
  reporters: ['default', '<rootDir>/tools/jest/count-reporter.mjs'],
};
