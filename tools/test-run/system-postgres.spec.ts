import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { findSystemBinaries } from '../postgres';
import { systemPostgres, systemSuites } from './system-postgres';

describe('systemPostgres', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trunkline-system-'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const install = (major: string, programs = ['postgres', 'initdb']): void => {
    const bin = join(root, major, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const program of programs) writeFileSync(join(bin, program), '');
  };

  it('returns the oldest installed server', () => {
    for (const major of ['17', '9', '15']) install(major);
    install('8', ['psql']);
    const found = findSystemBinaries(root);
    expect(found.map(({ major }) => major)).toEqual(['9', '15', '17']);
    expect(systemPostgres(found, true)).toMatchObject({ major: '9', postgres: join(root, '9', 'bin', 'postgres') });
  });

  it('throws in CI when no server is installed', () => {
    expect(() => systemPostgres(findSystemBinaries(join(root, 'nowhere')), true)).toThrow('CI must run its suites');
  });

  it('prints a notice elsewhere when no server is installed', () => {
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(systemPostgres([], false)).toBeNull();
    expect(said.mock.calls.join('')).toContain('RUN ON THE EMBEDDED ONE ALONE');
    said.mockRestore();
  });

  it('lists suites that exist', () => {
    expect(systemSuites().filter((path) => !existsSync(path))).toEqual([]);
  });
});
