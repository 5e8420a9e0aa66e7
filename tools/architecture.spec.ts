import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { ALLOWED, CONTEXTS, type Plant, PLANTS } from './architecture/plants';
import { TEXT_PLANTS } from './architecture/text-plants';

interface Report {
  findings: { rule: string; message: string }[][];
  messages: string[];
  sourceTags: string[];
}

/** Runs in a child process: ESLint and Nx do not work inside Jest's module registry. */
function lint(plants: readonly Pick<Plant, 'file' | 'text'>[]): Report {
  const run = spawnSync(process.execPath, ['tools/architecture/lint-plants.mjs'], {
    input: JSON.stringify(plants),
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Report;
}

const VIOLATIONS = [...PLANTS, ...TEXT_PLANTS];

describe('the rules of the architecture', () => {
  let report: Report;

  beforeAll(() => {
    report = lint([...VIOLATIONS, ...ALLOWED]);
  });

  it.each(VIOLATIONS.map((plant, index) => [plant.name, plant, index] as const))(
    'report that %s',
    (_, plant, index) => {
      const findings = report.findings[index] ?? [];
      expect(findings.map(({ rule }) => rule)).toEqual([plant.rule]);
      expect(findings[0]?.message).toContain(plant.says);
    },
  );

  it.each(ALLOWED.map(({ name }, index) => [name, index] as const))('allow %s', (_, index) => {
    expect(report.findings[VIOLATIONS.length + index]).toEqual([]);
  });

  it('are each violated by a plant', () => {
    const seen = report.findings.flat().map(({ message }) => message);
    expect(report.messages.filter((message) => !seen.some((text) => text.includes(message)))).toEqual([]);
  });

  it('cover every context', () => {
    const others = new Set(['kernel', 'platform', 'composition', 'client', 'pbx-guides']);
    const found = readdirSync('libs').filter((name) => !others.has(name));
    expect([...CONTEXTS].sort()).toEqual(found.sort());
    expect(report.sourceTags).toEqual(expect.arrayContaining(CONTEXTS.map((name) => `scope:${name}`)));
  });
});
