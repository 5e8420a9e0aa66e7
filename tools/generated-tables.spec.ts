import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = 'libs/cdr/src/infrastructure/migrations';
const TABLES = [
  ['world-deck', `${MIGRATIONS}/world-deck-table.ts`],
  ['message-deck', `${MIGRATIONS}/message-deck-table.ts`],
] as const;

describe('a table of the source tree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));

  it.each(TABLES)('is what tools/%s.mjs writes: %s', (script, table) => {
    const written = join(folder, `${script}.ts`);
    execFileSync(process.execPath, [`tools/${script}.mjs`, written], { stdio: 'ignore' });
    expect(readFileSync(written, 'utf8')).toBe(readFileSync(table, 'utf8'));
  });
});
