// Another user than the one who builds may run what was built, whatever umask the build ran under.
import { chmod, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const FOLDER = 0o755;
const FILE = 0o644;

/** Makes a file, or a folder with all that it contains, readable by everyone. */
export async function makeReadable(path) {
  const isFolder = (await stat(path)).isDirectory();
  await chmod(path, isFolder ? FOLDER : FILE);
  if (isFolder) await Promise.all((await readdir(path)).map((name) => makeReadable(join(path, name))));
}

/** Makes the folders of a path within `dist` passable for everyone. */
export async function makeReachable(path) {
  for (
    let folder = dirname(resolve(path));
    !relative(resolve('dist'), folder).startsWith('..');
    folder = dirname(folder)
  )
    await chmod(folder, FOLDER);
}
