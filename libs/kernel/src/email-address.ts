import { domainToASCII, domainToUnicode } from 'node:url';
import { hasUnseen } from './text';

const LENGTH_MAX = 254;
const LOCAL_MAX = 64;
const SURROUNDING_SPACES = /^ +| +$/g;
/** A dot-atom (RFC 5322, section 3.2.3) in lower case: what every mail server takes, SMTPUTF8 or not. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** No ASCII but that of host names: the reader of domains would take the rest for escapes, ports and paths. */
const WRITTEN_DOMAIN = /^[a-z0-9.\-\u0080-\u{10ffff}]+$/u;
const ENCODED_LABEL = /(^|\.)xn--/;
/** Labels of RFC 1123, section 2.1, two at least; the last is no number, so that an IP address is none. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The form in which an e-mail address is compared, kept and mailed to, or null for what is none: lower case, its domain in
 * ASCII (RFC 5891), so that one mailbox has one spelling. An address with any character that cannot be seen is none:
 * mailers drop those, and two addresses would be one mailbox. Its local part is ASCII alone, since many servers cannot
 * receive others (RFC 6531). Spaces around it are dropped.
 */
export function emailAddress(text: string): string | null {
  const address = text.replace(SURROUNDING_SPACES, '').normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  if (hasUnseen(address) || at < 1) return null;
  const [local, domain] = [address.slice(0, at), asciiDomain(address.slice(at + 1))];
  if (local.length > LOCAL_MAX || !LOCAL.test(local) || domain === null) return null;
  const kept = `${local}@${domain}`;
  return kept.length <= LENGTH_MAX ? kept : null;
}

function asciiDomain(written: string): string | null {
  if (!WRITTEN_DOMAIN.test(written)) return null;
  const domain = domainToASCII(written);
  return DOMAIN.test(domain) && isDecodable(domain) ? domain : null;
}

/**
 * Whether every label that claims to be encoded is the encoding of something else. Node 24 passes a name that is ASCII
 * through unread, so that `xn--a` would be a domain there and none in Node 20.
 */
function isDecodable(domain: string): boolean {
  if (!ENCODED_LABEL.test(domain)) return true;
  const written = domainToUnicode(domain);
  return !ENCODED_LABEL.test(written) && domainToASCII(written) === domain;
}
