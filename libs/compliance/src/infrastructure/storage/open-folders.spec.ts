import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenFolders } from './open-folders';

const CLOSED = -1;

describe('the open folders', () => {
  let root: string;
  let folders: OpenFolders;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trunkline-folders-'));
    folders = new OpenFolders(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const handleOf = (path: string) => folders.use(path, (folder) => Promise.resolve(folder));

  it('create a folder for all work that begins together, and close it after the last', async () => {
    const path = join(root, 'acc_1');
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const seen: FileHandle[] = [];
    const work = async (folder: FileHandle) => {
      seen.push(folder);
      await folder.sync();
      await ended;
    };
    const long = folders.use(path, work);
    const failed = folders.use(path, () => Promise.reject(new Error('full')));
    await expect(failed).rejects.toThrow('full');
    await folders.use(path, (folder) => Promise.resolve(seen.push(folder)));
    expect([existsSync(path), new Set(seen).size, seen[0]?.fd === CLOSED]).toEqual([true, 1, false]);
    end();
    await long;
    expect(seen[0]?.fd).toBe(CLOSED);
  });

  it('are opened again by later work, even after they were deleted', async () => {
    const path = join(root, 'acc_1');
    const first = await handleOf(path);
    rmSync(path, { recursive: true });
    const second = await handleOf(path);
    expect([first === second, existsSync(path)]).toEqual([false, true]);
  });

  it('report to all work that a folder cannot be opened, and then try again', async () => {
    const parent = join(root, 'documents');
    const path = join(parent, 'acc_1');
    writeFileSync(parent, 'a file');
    const results = await Promise.allSettled([handleOf(path), handleOf(path)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    rmSync(parent);
    mkdirSync(parent);
    await expect(handleOf(path)).resolves.toMatchObject({ fd: CLOSED });
  });
});
