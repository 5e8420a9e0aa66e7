import { readFileSync } from 'node:fs';
import { SETTING_NAMES } from '@trunkline/platform';
import { codeOf, firstCellsOf, sectionOf } from './documents/markdown';

const readText = (path: string) => readFileSync(path, 'utf8');
const readme = readText('README.md');

describe('the README', () => {
  it('describes every setting, and none that does not exist', () => {
    const described = firstCellsOf(sectionOf(readme, 'Settings')).flatMap(codeOf);
    expect([...described].sort()).toEqual([...SETTING_NAMES].sort());
  });

  describe('in its table of dependencies', () => {
    const { dependencies, devDependencies } = JSON.parse(readText('package.json')) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
    >;
    const section = sectionOf(readme, 'Dependencies');
    const rows = firstCellsOf(section).map((cell) => ({
      isDev: cell.endsWith(' (dev)'),
      names: cell
        .replace(/\\| \(dev\)$/g, '')
        .split(/, | on /)
        .map((name) => name.trim()),
    }));
    const peers = codeOf(section.slice(section.lastIndexOf('|')));
    const installed = { ...dependencies, ...devDependencies };
    const stands = (name: string, among: object) =>
      Object.keys(among).some((each) => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name));

    it('explains every package of package.json', () => {
      const names = [...rows.flatMap((row) => row.names), ...peers];
      const unexplained = Object.keys(installed).filter((each) => !names.some((name) => stands(name, { [each]: '' })));
      expect(unexplained).toEqual([]);
    });

    it('names no package that is not installed, and marks those of development', () => {
      const missing = rows.flatMap(({ isDev, names }) =>
        names.filter((name) => !stands(name, isDev ? devDependencies : dependencies)),
      );
      expect(missing).toEqual([]);
      expect(peers.filter((name) => !stands(name, installed))).toEqual([]);
    });
  });
});
