const LOOPBACK = new Set(['localhost', '127.0.0.1']);
/** Also refused by the authorization server. */
const LOCAL = new Set([...LOOPBACK, '[::1]']);
/** The characters of RFC 3986 without fragments: nothing that a comparison by characters, or a browser, reads differently. */
const CHARACTERS = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const AUTHORITY = /^[^:]+:\/\/([^/?]*)/;
const PORT = /:\d*$/;
const LABEL = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/;
const HOST_MAX = 253;
const ALLOWED: ReadonlyMap<string, (hostname: string) => boolean> = new Map([
  ['https:', (hostname) => isHost(hostname) && !LOCAL.has(hostname)],
  ['http:', (hostname) => LOOPBACK.has(hostname)],
]);

/**
 * True for a URI that an application may register (RFC 8252, section 7): https, http on the loopback interface, or a
 * custom scheme with a dot, which its owner's domain makes unique. Without fragment and credentials, and with a host that is
 * written as browsers read it.
 */
export function isRedirectUri(text: string): boolean {
  const url = CHARACTERS.test(text) ? withoutCredentials(text) : null;
  if (!url) return false;
  const { protocol, hostname } = url;
  const isAllowed = ALLOWED.get(protocol);
  if (isAllowed) return isAllowed(hostname) && isWritten(hostname, text);
  return protocol.includes('.') && isHostOrNone(hostname.toLowerCase());
}

/** True for an https URL without credentials that a browser can open. */
export function isHttpsUrl(text: string): boolean {
  const url = text.includes('\\') ? null : withoutCredentials(text);
  return url?.protocol === 'https:' && isHost(url.hostname);
}

/** Returns the URL, or null if there is none or it has credentials. */
function withoutCredentials(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.username === '' && url.password === '' ? url : null;
}

/** Browsers read `https:example.com`, `https://127.1` and `https://ex%61mple.com` as URIs of other hosts than they name. */
function isWritten(hostname: string, text: string): boolean {
  const [, authority = ''] = AUTHORITY.exec(text) ?? [];
  return authority.replace(PORT, '').toLowerCase() === hostname;
}

const isHostOrNone = (hostname: string): boolean => hostname === '' || isHost(hostname);

/** True for a name or an IPv6 address in brackets, which the URL parser has checked. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  return hostname.length <= HOST_MAX && hostname.split('.').every((label) => LABEL.test(label));
}
