import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertUsable, assertWritable } from './writable-folder';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trunkline-writable-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('assertWritable', () => {
  it('passes a folder that can be written, and leaves nothing in it', async () => {
    await expect(assertWritable(folder)).resolves.toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('creates a missing folder, as uploads do', async () => {
    await expect(assertWritable(join(folder, 'a', 'b'))).resolves.toBeUndefined();
    expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
  });

  it('rejects a folder on a disk with too little space', async () => {
    const { bavail, bsize } = statfsSync(folder);
    await expect(assertWritable(folder, 2 * bavail * bsize)).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('rejects a file in place of the folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(assertWritable(join(folder, 'file'))).rejects.toThrow('EEXIST');
  });
});

describe('assertUsable', () => {
  it('passes a folder, and one that is missing, and creates nothing', async () => {
    for (const path of [folder, join(folder, 'a', 'b')]) await expect(assertUsable(path)).resolves.toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rejects a file in place of the folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(assertUsable(join(folder, 'file'))).rejects.toThrow('EACCES');
    await expect(assertUsable(join(folder, 'file', 'b'))).rejects.toThrow('ENOTDIR');
  });
});
