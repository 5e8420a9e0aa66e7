const QUOTED = /^"(.*)"$/;
const IPV4_WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const BRACKETED = /^\[(.*)\](?::\d+)?$/;
const ZONE = /%.*/s;

/**
 * Returns an X-Forwarded-For header without ports and brackets. Some proxies add the client's port (`203.0.113.7:5678`,
 * `[2001:db8::1]:80`), and an unrecognized address would match no list of networks.
 */
export function bareAddresses(header: string): string {
  return header.split(',').map(bareAddress).join(', ');
}

function bareAddress(entry: string): string {
  const text = entry.trim().replace(QUOTED, '$1').replace(IPV4_WITH_PORT, '$1').replace(BRACKETED, '$1');
  return text.includes(':') ? text.replace(ZONE, '') : text;
}
