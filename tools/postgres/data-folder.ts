import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Binaries, type Identity, reachable, ROOT_STATE_DIR, SERVER_ENV } from './binaries';
import { PostgresError } from './postgres-error';

export const SUPERUSER = 'trunkline';

export interface DataFolder {
  readonly dir: string;
  readonly password: string;
}

const PASSWORD_FILE = 'trunkline-password';
const PASSWORD_BYTES = 24;
const NAME_BYTES = 6;
const BUILTIN_LOCALES_SINCE = 17;
/** Files without which a folder is not a database cluster. */
const ESSENTIAL = ['global/pg_control', 'base', 'pg_wal', PASSWORD_FILE];

function lendTo(identity: Identity, path: string): void {
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(path, identity.uid, identity.gid);
}

/**
 * Root's checkout may lie in a folder that the server's user cannot enter. The cluster is then created below
 * /var/lib/trunkline, and a link at the requested path points to it. Deleting the link starts with an empty database.
 */
function reachablePlace(asked: string, identity: Identity): string {
  const dir = resolve(asked);
  mkdirSync(dirname(dir), { recursive: true, mode: 0o755 });
  if (existsSync(dir)) return realpathSync(dir);
  if (lstatSync(dir, { throwIfNoEntry: false })) throw damaged(dir, 'the folder that it links to is gone');
  if (reachable(dirname(dir), identity)) return dir;
  const place = join(ROOT_STATE_DIR, `data-${randomBytes(NAME_BYTES).toString('hex')}`);
  mkdirSync(ROOT_STATE_DIR, { recursive: true, mode: 0o755 });
  symlinkSync(place, dir);
  mkdirSync(place, { mode: 0o700 });
  lendTo(identity, place);
  return place;
}

/** Creates the cluster in a temporary folder and moves it into place, so that a crash leaves no partial cluster. */
function create(dir: string, binaries: Binaries): void {
  const partial = `${dir}.new`;
  const passwordFile = `${dir}.password`;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  for (const leftover of [partial, passwordFile]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const path of [partial, passwordFile]) lendTo(binaries.identity, path);
  const options = ['-U', SUPERUSER, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync'];
  // The builtin provider exists from 17 on; before, libc's C locale sorts the same way.
  const hasBuiltin = Number(binaries.major) >= BUILTIN_LOCALES_SINCE;
  const locale = hasBuiltin ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  const made = spawnSync(binaries.initdb, ['-D', partial, `--pwfile=${passwordFile}`, ...options, ...locale], {
    ...binaries.identity,
    env: SERVER_ENV,
    cwd: '/',
    encoding: 'utf8',
  });
  rmSync(passwordFile);
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new PostgresError('not_started', `the database in ${dir} could not be created: ${reasonOf(made)}`);
  }
  writeFileSync(join(partial, PASSWORD_FILE), password, { mode: 0o600 });
  rmSync(dir, { recursive: true, force: true });
  renameSync(partial, dir);
}

function reasonOf(made: { error?: Error; stderr: string | null }): string {
  const lines = (made.stderr ?? '').trim().split('\n');
  return made.error?.message ?? lines.find((line) => line.includes('error:')) ?? lines.at(-1) ?? 'initdb failed';
}

/** Builds the error for a folder that PostgreSQL cannot use, with the remedy. */
export function damaged(dir: string, detail: string): PostgresError {
  return new PostgresError(
    'damaged',
    `the data folder ${dir} is damaged (${detail}): restore it from a backup, or remove it to start with an empty database`,
  );
}

function check(dir: string, major: string): void {
  const versionFile = join(dir, 'PG_VERSION');
  if (!existsSync(versionFile)) throw damaged(dir, 'it is not empty and has no PG_VERSION');
  const version = readFileSync(versionFile, 'utf8').trim();
  if (!/^\d+$/.test(version)) throw damaged(dir, 'its PG_VERSION is not readable');
  if (version !== major) {
    throw new PostgresError(
      'version_mismatch',
      `the data folder ${dir} was created by PostgreSQL ${version}, and this release includes ${major}: export it with the previous release, or remove it to start with an empty database`,
    );
  }
  const lost = ESSENTIAL.find((name) => !existsSync(join(dir, name)));
  if (lost) throw damaged(dir, `${lost} is missing`);
}

/** Opens the cluster at `asked`, or creates it. Throws PostgresError when the folder holds something else. */
export function openDataFolder(asked: string, binaries: Binaries): DataFolder {
  try {
    const dir = reachablePlace(asked, binaries.identity);
    if (!existsSync(dir) || readdirSync(dir).length === 0) create(dir, binaries);
    check(dir, binaries.major);
    return { dir, password: readFileSync(join(dir, PASSWORD_FILE), 'utf8').trim() };
  } catch (cause) {
    if (cause instanceof PostgresError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new PostgresError('not_permitted', `the data folder ${asked} cannot be used: ${reason}`), {
      cause,
    });
  }
}
