const LOOPBACK = new Set(['localhost', '127.0.0.1']);
/** Also refused by the authorization server. */
const LOCAL = new Set([...LOOPBACK, '[::1]']);
/** RFC 3986 without spaces and fragments: nothing that a comparison by characters could confuse. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * True for a URI that an application may register (RFC 8252, section 7): https, http on the loopback interface, or a
 * custom scheme with a dot, which its owner's domain makes unique. Without fragment and credentials.
 */
export function isRedirectUri(text: string): boolean {
  if (!PRINTABLE.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return !LOCAL.has(hostname);
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return protocol.includes('.');
}
