import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages by program. */
const PROGRAMS = {
  kamailio: 'kamailio',
  sqlite3: 'sqlite3',
  openssl: 'openssl',
  rtpengine: 'rtpengine-daemon',
  sipp: 'sip-tester',
  baresip: 'baresip-core',
} as const;

/** Debian packages by module of Kamailio. */
const MODULES = {
  rtjson: 'kamailio-json-modules',
  http_client: 'kamailio-utils-modules',
  db_sqlite: 'kamailio-sqlite-modules',
  tls: 'kamailio-tls-modules',
  websocket: 'kamailio-websocket-modules',
  rtpengine: 'kamailio-extra-modules',
} as const;

/** Folders of programs that a user's PATH may lack. */
const SYSTEM_FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const LIBRARIES = '/usr/lib';

/** Returns the path of a program, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Returns whether Kamailio has a module: Debian keeps them in a folder of the architecture. */
function hasModule(name: string): boolean {
  const folders = [LIBRARIES, ...readdirSync(LIBRARIES).map((each) => join(LIBRARIES, each))];
  return folders.some((folder) => existsSync(join(folder, 'kamailio', 'modules', `${name}.so`)));
}

/** Returns the Debian packages that calls need and this machine lacks. */
export function missingPackages(): string[] {
  const programs = Object.entries(PROGRAMS).filter(([name]) => !findProgram(name));
  const modules = Object.entries(MODULES).filter(([name]) => !hasModule(name));
  return [...new Set([...programs, ...modules].map(([, debianPackage]) => debianPackage))];
}

/** Throws with the command that installs what is missing. */
export function assertPackages(): void {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`These packages are not installed; run ${installCommand(missing)}`);
}

/** Returns how to install packages. RUNLEVEL keeps Debian from starting services of its own. */
export function installCommand(packages: readonly string[]): string {
  return `RUNLEVEL=1 apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
