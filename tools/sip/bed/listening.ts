import { readFileSync } from 'node:fs';

const TABLES = ['/proc/net/udp', '/proc/net/tcp'];
const TCP_LISTEN = '0A';
const UDP_OPEN = '07';

/** Returns whether any program of this machine listens on the port, for UDP or TCP. */
export function isListening(port: number): boolean {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return TABLES.some((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .some(([, local = '', , state = '']) => local.endsWith(wanted) && [TCP_LISTEN, UDP_OPEN].includes(state)),
  );
}
