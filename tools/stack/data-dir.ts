import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPrivate, writePrivate } from './private-file';
import { reasonOf, StartError } from './start-error';

const OWNER_ONLY = 0o700;
/** PostgreSQL started by root runs as another user, which must be able to traverse the folder but not to list it. */
const PASSABLE = 0o011;
const PERMISSIONS = 0o777;
const FOLDERS = ['logs', 'mail'];
const SECRET_BYTES = 48;
const MASTER_KEY_BYTES = 32;
const TOKEN_BYTES = 24;

export type Secrets = Readonly<Record<'SESSION_SECRETS' | 'MASTER_KEYS' | 'OPERATOR_TOKENS' | 'SWITCH_TOKENS', string>>;

/** Creates the folder if needed and returns its absolute path. Throws StartError when it is not writable. */
export function openDataDir(asked: string): string {
  const path = resolve(asked);
  try {
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY });
    for (const name of FOLDERS) mkdirSync(join(path, name), { recursive: true, mode: OWNER_ONLY });
    if (process.getuid?.() === 0) chmodSync(path, (statSync(path).mode & PERMISSIONS) | PASSABLE);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return path;
  } catch (cause) {
    throw new StartError(`DATA_DIR ${path} cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

function newSecrets(): Secrets {
  return {
    SESSION_SECRETS: random(SECRET_BYTES),
    MASTER_KEYS: `k1:${randomBytes(MASTER_KEY_BYTES).toString('base64')}`,
    OPERATOR_TOKENS: `op_${random(TOKEN_BYTES)}`,
    SWITCH_TOKENS: `sw_${random(TOKEN_BYTES)}`,
  };
}

/** Returns the secrets of the data folder, generated at first use. The database's sealed data is lost without them. */
export function secretsOf(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readPrivate(file) as Partial<Secrets> | null;
  if (!kept?.MASTER_KEYS && existsSync(join(dataDir, 'postgres'))) {
    const what = kept ? `${file} lacks MASTER_KEYS` : `${file} is gone`;
    throw new StartError(`${what}, and the database beside it cannot be read without it: restore it from a backup`);
  }
  const secrets = { ...newSecrets(), ...kept };
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) writePrivate(file, secrets);
  return secrets;
}
