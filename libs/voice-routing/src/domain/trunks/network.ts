const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9a-f:.]*:[0-9a-f:.]*$/i;
const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;
/** A wider network would claim a good part of the world's addresses for one customer. */
const IPV4_BITS = { min: 8, max: 32 };
const IPV6_BITS = { min: 16, max: 128 };
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** A last label of digits, or of hex digits after 0x, is an IPv4 address in disguise to many resolvers. */
const NUMERIC_LABEL = /^(\d+|0x[0-9a-f]*)$/i;
const HOST_LENGTH_MAX = 253;

function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** The URL standard's own reader of IPv6 addresses, which knows no zones. */
export function isIPv6(text: string): boolean {
  return IPV6_CHARACTERS.test(text) && URL.canParse(`http://[${text}]/`);
}

/** True for an IP address in its usual form, without an IPv6 zone. */
export function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text);
}

/** `203.0.113.5` and `203.0.113.0/24` with the length of their prefix; null when it is no network we accept. */
export function normalCidr(text: string): string | null {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  if (!isAddress(address)) return null;
  const { min, max } = isIPv4(address) ? IPV4_BITS : IPV6_BITS;
  const length = slash === -1 ? max : lengthOf(text.slice(slash + 1));
  return length >= min && length <= max ? `${address}/${length}` : null;
}

function lengthOf(prefix: string): number {
  return PREFIX_LENGTH.test(prefix) ? Number(prefix) : NaN;
}

/** A host name (RFC 1123) or an IP literal. Says nothing of whether it exists. */
export function isHost(text: string): boolean {
  if (isAddress(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  if (text.length > HOST_LENGTH_MAX || NUMERIC_LABEL.test(labels.at(-1) ?? '')) return false;
  return labels.every((label) => LABEL.test(label));
}
