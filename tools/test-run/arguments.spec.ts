import { resolve } from 'node:path';
import { jestArguments, needsOf, parseArguments } from './arguments';

const parse = (line: string) => parseArguments(line.split(' ').filter(Boolean));

describe('the arguments of a test run', () => {
  it('are paths up to the first option and Jest’s from there', () => {
    const run = parse('libs/kernel tools -t clock --verbose');
    expect(run).toEqual({
      unit: false,
      system: false,
      paths: [resolve('libs/kernel'), resolve('tools')],
      rest: ['-t', 'clock', '--verbose'],
    });
  });

  it('are rejected when a path does not exist', () => {
    expect(() => parse('libs/nowhere')).toThrow('libs/nowhere does not exist');
  });

  it('become patterns that match no path with the same prefix', () => {
    const patterns = jestArguments(parse('libs/cdr tools/test.ts'))
      .slice(-2)
      .map((pattern) => new RegExp(pattern));
    expect(patterns[0]?.test(resolve('libs/cdr/src/a.spec.ts'))).toBe(true);
    expect(patterns[0]?.test(resolve('libs/cdr-archive/src/a.spec.ts'))).toBe(false);
    expect(patterns[1]?.test(resolve('tools/test.ts'))).toBe(true);
    expect(patterns[1]?.test(resolve('tools/testXts'))).toBe(false);
  });

  it('limit a unit run to tests that need no database', () => {
    const run = parse('--unit libs/platform');
    const pattern = new RegExp(jestArguments(run).at(-1) ?? '');
    expect(pattern.test(resolve('libs/platform/src/settings/settings.spec.ts'))).toBe(true);
    expect(pattern.test(resolve('libs/platform/src/settings/settings.int-spec.ts'))).toBe(false);
    expect(needsOf(run)).toEqual({ servers: false, apps: false });
    const one = new RegExp(jestArguments(parse('--unit libs/platform/src/settings/settings.spec.ts')).at(-1) ?? '');
    expect(one.test(resolve('libs/platform/src/settings/settings.spec.ts'))).toBe(true);
  });

  it('require servers and apps only for files that need them', () => {
    expect(needsOf(parse('tools/schema.int-spec.ts'))).toEqual({ servers: true, apps: false });
    expect(needsOf(parse('tools/start.e2e-spec.ts'))).toEqual({ servers: true, apps: true });
    expect(needsOf(parse('libs/kernel'))).toEqual({ servers: false, apps: false });
    expect(needsOf(parse(''))).toEqual({ servers: true, apps: true });
  });

  it('yield to the caller’s own limits', () => {
    const words = jestArguments(parse('tools --testTimeout=5'));
    expect(words.filter((word) => word.startsWith('--testTimeout'))).toEqual(['--testTimeout=5']);
    expect(words).toContain('--maxWorkers=4');
  });
});
