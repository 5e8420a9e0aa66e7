import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsOf } from './data-dir';

describe('the secrets of a data folder', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'trunkline-secrets-'));
  });

  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('are generated once', () => {
    expect(secretsOf(dataDir)).toEqual(secretsOf(dataDir));
  });

  it.each([
    ['{}', 'secrets.json lacks MASTER_KEYS'],
    [null, 'secrets.json is gone'],
  ])('are never replaced for a database that needs the old ones: %s', (kept, reason) => {
    mkdirSync(join(dataDir, 'postgres'));
    if (kept !== null) writeFileSync(join(dataDir, 'secrets.json'), kept);
    expect(() => secretsOf(dataDir)).toThrow(reason);
  });
});
