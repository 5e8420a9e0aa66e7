import type { IncomingMessage } from 'node:http';

/** A host name or address, with or without a port; the grammar's other characters occur in no name of a real host. */
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[\w.~%-]*)(:\d*)?$/;

/**
 * True for a request with exactly one valid Host header (RFC 9112, section 3.2); HTTP/1.0 may leave it out. With two of
 * them a proxy in front and this server could each trust another one, and Node itself keeps the first in silence.
 */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [host, ...others] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return others.length === 0 && HOST.test(host);
}
