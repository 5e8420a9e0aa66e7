import { domainToASCII, domainToUnicode } from 'node:url';
import { hasUnseen, trimmedEnds } from '../text/text';

const LENGTH_MAX = 254;
const LOCAL_MAX = 64;
/** A dot-atom (RFC 5322, section 3.2.3) in lower case, which every mail server accepts, with or without SMTPUTF8. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Of ASCII only the characters of host names. The URL parser would read others as escapes, ports and paths. */
const WRITTEN_DOMAIN = /^[a-z0-9.\-\u0080-\u{10ffff}]+$/u;
const ENCODED_LABEL = /(^|\.)xn--/;
/** At least two labels (RFC 1123, section 2.1). The last one is not numeric, which excludes IP addresses. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Normalises an email address so that one mailbox has one spelling: trimmed, in lower case, with its domain in ASCII
 * (RFC 5891). Returns null for an invalid address, including one with invisible characters (mailers drop them, so two
 * addresses would share a mailbox) or with a local part beyond ASCII (many servers cannot receive it, RFC 6531).
 */
export function emailAddress(text: string): string | null {
  // Before any other step: some take time that grows with the square of the length.
  if (text.length > LENGTH_MAX) return null;
  const address = trimmedEnds(text, ' ').normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  if (hasUnseen(address) || at < 1) return null;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
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
 * Returns true if every `xn--` label decodes to another name. Node 24 passes ASCII names through unchecked, so `xn--a`
 * would be valid there and invalid in Node 20.
 */
function isDecodable(domain: string): boolean {
  if (!ENCODED_LABEL.test(domain)) return true;
  const written = domainToUnicode(domain);
  return !ENCODED_LABEL.test(written) && domainToASCII(written) === domain;
}
