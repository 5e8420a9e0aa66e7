import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningStack, StackClaim } from './running-stack';

describe('the claim on a data folder', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'trunkline-claim-'));
  });

  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(['', '{"pid":'])('is free when a power failure left it as %j', async (rest) => {
    writeFileSync(join(dataDir, 'running.json'), rest);
    expect(findRunningStack(dataDir)).toBeNull();
    const claim = await StackClaim.take(dataDir);
    claim.release();
  });
});
