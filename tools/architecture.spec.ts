import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { ALLOWED, CONTEXTS, type Plant, PLANTS } from './architecture/plants';

interface Told {
  findings: { rule: string; message: string }[][];
  messages: string[];
  sourceTags: string[];
}

/** In a process of its own: neither lint nor Nx is at home in Jest's module registry. */
function lint(plants: readonly Pick<Plant, 'file' | 'text' | 'typed'>[]): Told {
  const run = spawnSync(process.execPath, ['tools/architecture/lint-plants.mjs'], {
    input: JSON.stringify(plants),
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Told;
}

describe('the rules of the architecture', () => {
  let told: Told;

  beforeAll(() => {
    told = lint([...PLANTS, ...ALLOWED]);
  }, 120_000);

  it.each(PLANTS.map((plant, index) => [plant.name, plant, index] as const))('notice that %s', (_, plant, index) => {
    const findings = told.findings[index] ?? [];
    expect(findings.map(({ rule }) => rule)).toEqual([plant.rule]);
    expect(findings[0]?.message).toContain(plant.says);
  });

  it.each(ALLOWED.map(({ name }, index) => [name, index] as const))('leave in peace %s', (_, index) => {
    expect(told.findings[PLANTS.length + index]).toEqual([]);
  });

  it('are each broken by a plant', () => {
    const seen = told.findings.flat().map(({ message }) => message);
    expect(told.messages.filter((message) => !seen.some((text) => text.includes(message)))).toEqual([]);
  });

  it('know every context', () => {
    const others = new Set(['kernel', 'platform', 'composition']);
    const found = readdirSync('libs').filter((name) => !others.has(name));
    expect([...CONTEXTS].sort()).toEqual(found.sort());
    expect(told.sourceTags).toEqual(expect.arrayContaining(CONTEXTS.map((name) => `scope:${name}`)));
  });
});
