import type { IncomingMessage } from 'node:http';

/** A host name or address with an optional port, in the characters that real host names use. */
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[\w.~%-]*)(:\d*)?$/;

/**
 * True for a request with exactly one valid Host header (RFC 9112, section 3.2); HTTP/1.0 may omit it. With two headers, a
 * proxy and this server could each trust a different one; Node silently keeps the first.
 */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [host, ...others] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return others.length === 0 && HOST.test(host);
}
