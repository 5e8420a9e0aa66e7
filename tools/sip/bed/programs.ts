import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What Debian calls a program or a module of Kamailio, and the package that contains it. */
interface Requirement {
  readonly name: string;
  readonly package: string;
}

const PROGRAMS: readonly Requirement[] = [
  { name: 'kamailio', package: 'kamailio' },
  { name: 'sqlite3', package: 'sqlite3' },
  { name: 'openssl', package: 'openssl' },
  { name: 'rtpengine', package: 'rtpengine-daemon' },
  { name: 'sipp', package: 'sip-tester' },
  { name: 'baresip', package: 'baresip-core' },
];

const MODULES: readonly Requirement[] = [
  { name: 'rtjson', package: 'kamailio-json-modules' },
  { name: 'http_client', package: 'kamailio-utils-modules' },
  { name: 'db_sqlite', package: 'kamailio-sqlite-modules' },
  { name: 'tls', package: 'kamailio-tls-modules' },
  { name: 'websocket', package: 'kamailio-websocket-modules' },
  { name: 'rtpengine', package: 'kamailio-extra-modules' },
];

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
  const lacking = [
    ...PROGRAMS.filter(({ name }) => !findProgram(name)),
    ...MODULES.filter(({ name }) => !hasModule(name)),
  ];
  return [...new Set(lacking.map((each) => each.package))];
}

/** Returns how to install packages. RUNLEVEL keeps Debian from starting services of its own. */
export function installCommand(packages: readonly string[]): string {
  return `RUNLEVEL=1 apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
