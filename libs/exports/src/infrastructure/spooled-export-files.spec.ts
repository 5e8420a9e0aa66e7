import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { FileCiphers, FileStorage } from '../application/ports';
import { SpooledExportFiles } from './spooled-export-files';

const MINUTE_MS = 60_000;

describe('the files of exports that a worker writes', () => {
  let folder: string;
  let files: SpooledExportFiles;
  let storage: FileStorage;
  let isStored: boolean;
  const ciphers: FileCiphers = {
    cipherOf: () => Promise.resolve({ encryption: () => new PassThrough(), decryption: () => new PassThrough() }),
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-spool-'));
    isStored = true;
    storage = {
      put: () => (isStored ? Promise.resolve() : Promise.reject(new Error('the store is unavailable'))),
      get: () => Promise.resolve(Readable.from([])),
      remove: () => Promise.resolve(),
    };
    files = new SpooledExportFiles(folder, ciphers, storage);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const left = (name: string, ageMinutes: number) => {
    const path = join(folder, name);
    writeFileSync(path, 'x');
    const at = new Date(Date.now() - ageMinutes * MINUTE_MS);
    utimesSync(path, at, at);
    return path;
  };
  const write = (storageKey: string) => files.write('acc_1', storageKey, (append) => append('text'));

  it('are deleted when no process has written them for a quarter of an hour', async () => {
    const [old, recent] = [left('acc_2-exp_2-1', 16), left('acc_3-exp_3-1', 14)];
    await files.sweep();
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
  });

  it('are deleted before the next file is written, whatever their age if they belong to the same export', async () => {
    left('acc_2-exp_2-1', 16);
    left('acc_1-exp_1-1', 0);
    left('acc_1-exp_1-2', 0);
    const others = ['acc_1-exp_10-1', 'acc_1-exp_11-1'];
    others.forEach((name) => left(name, 0));
    await write('acc_1/exp_1-3');
    expect(readdirSync(folder).sort()).toEqual(others);
  });

  it('are marked as in use while they are written, however slowly the records arrive', async () => {
    let path = '';
    const marking = new SpooledExportFiles(folder, ciphers, storage, 5);
    await marking.write('acc_1', 'acc_1/exp_1-1', async (append) => {
      await append('text');
      path = left('acc_1-exp_1-1', 16);
      while (statSync(path).mtimeMs < Date.now() - MINUTE_MS) await new Promise((again) => setTimeout(again, 5));
      await files.sweep();
      expect(existsSync(path)).toBe(true);
    });
    expect(existsSync(path)).toBe(false);
  });

  it('are not left behind when they cannot be stored', async () => {
    isStored = false;
    await expect(write('acc_1/exp_1-1')).rejects.toThrow('the store is unavailable');
    expect(readdirSync(folder)).toEqual([]);
  });
});
