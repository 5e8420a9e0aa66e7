import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const TEMPORARY = '.tmp';

export interface StoredFileOptions {
  /** Permissions of the file. */
  readonly mode?: number;
}

/** Replaces a file so that after a crash it has the old or the new content, whole. */
export async function storeFile(
  path: string,
  content: string,
  { mode = PRIVATE_FILE }: StoredFileOptions = {},
): Promise<void> {
  const temporary = `${path}${TEMPORARY}`;
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Stores JSON values by name, one file each, so that they outlive the process. */
export class StoredValues<T> {
  constructor(
    private readonly folder: string,
    /** Returns undefined for what it cannot read, which is then ignored. */
    private readonly read: (value: unknown) => T | undefined,
  ) {}

  /** Returns what is stored, ordered by name. */
  async load(): Promise<{ readonly name: string; readonly value: T }[]> {
    await mkdir(this.folder, { recursive: true, mode: PRIVATE_FOLDER });
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort();
    const loaded = await Promise.all(names.map(async (name) => ({ name, value: await this.valueIn(name) })));
    return loaded.flatMap(({ name, value }) =>
      value === undefined ? [] : [{ name: name.slice(0, -'.json'.length), value }],
    );
  }

  store(name: string, value: T): Promise<void> {
    return storeFile(this.fileOf(name), JSON.stringify(value));
  }

  async remove(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
  }

  private async valueIn(file: string): Promise<T | undefined> {
    try {
      return this.read(JSON.parse(await readFile(join(this.folder, file), 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Names come from the API: none may lead out of the folder. */
  private fileOf(name: string): string {
    return join(this.folder, `${encodeURIComponent(name).replaceAll('.', '%2E')}.json`);
  }
}
