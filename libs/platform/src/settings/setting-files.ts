import { readFileSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

interface FilesRead {
  /** The environment with the contents in place of the files' paths. */
  readonly env: Record<string, string | undefined>;
  /** By the name of the setting. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * Reads the files that `NAME_FILE` names for a setting `NAME`, as containers pass secrets: what is in the environment is shown by
 * `docker inspect`. A line break at the end of a file is no part of its value.
 */
export function readFilesOf(names: readonly string[], given: Env): FilesRead {
  const fileNames = new Set(names.map((name) => `${name}_FILE`));
  const env = Object.fromEntries(Object.entries(given).filter(([name]) => !fileNames.has(name)));
  const faults = new Map<string, string>();
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const path = given[fileName];
    if (!path) continue;
    if (given[name]) faults.set(name, `${name} and ${fileName} are both set: remove one of them`);
    else env[name] = contentOf(path, (reason) => faults.set(name, `${fileName} ${path} cannot be used: ${reason}`));
  }
  return { env, faults };
}

function contentOf(path: string, fail: (reason: string) => void): string {
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (content === '') fail('it is empty');
    return content;
  } catch (error) {
    fail((error as NodeJS.ErrnoException).code ?? String(error));
    return '';
  }
}
