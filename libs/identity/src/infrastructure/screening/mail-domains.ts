import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from '../../domain/users/email-address';

/** Public mail providers: how many of their customers sign up says nothing of any one of them. */
const PROVIDERS: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.it'],
  ...['live.com', 'live.co.uk', 'msn.com', 'yahoo.com', 'yahoo.co.uk', 'yahoo.co.in', 'yahoo.co.jp', 'yahoo.fr'],
  ...['yahoo.de', 'yahoo.com.br', 'ymail.com', 'rocketmail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'tuta.io', 'tuta.com', 'fastmail.com', 'fastmail.fm'],
  ...['zoho.com', 'zohomail.com', 'hey.com', 'mail.com', 'email.com', 'gmx.com', 'gmx.net', 'gmx.de', 'gmx.at'],
  ...['gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org', 'orange.fr', 'wanadoo.fr'],
  ...['free.fr', 'laposte.net', 'sfr.fr', 'libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'btinternet.com'],
  ...['virginmedia.com', 'sky.com', 'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'cox.net'],
  ...['bellsouth.net', 'charter.net', 'rogers.com', 'shaw.ca', 'telus.net', 'bigpond.com', 'optusnet.com.au'],
  ...['mail.ru', 'bk.ru', 'list.ru', 'inbox.ru', 'yandex.ru', 'yandex.com', 'ya.ru', 'rambler.ru', 'ukr.net'],
  ...['qq.com', '163.com', '126.com', 'sina.com', 'foxmail.com', 'naver.com', 'daum.net', 'hanmail.net'],
  ...['rediffmail.com', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'seznam.cz', 'wp.pl', 'o2.pl', 'onet.pl'],
  ...['interia.pl', 'abv.bg', 'telenet.be', 'skynet.be', 'ziggo.nl', 'kpnmail.nl', 'bluewin.ch', 'telia.com'],
]);

/** The package's list, read once, and a name that it lacks. */
const disposable = disposableEmailBlocklistSet().add('tempmail.dev');

/** A name with its parents, from the longest on: `a.b.c`, `b.c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** True for a mailbox that anyone may read. A subdomain belongs to whoever has the domain. */
export function isDisposable(email: string): boolean {
  return withParents(domainOf(email)).some((each) => disposable.has(each));
}

const SECOND_LEVEL_MAX = 3;

/**
 * The domain that an owner has whole, so that making up subdomains is worth nothing: the last two labels, or three
 * below what looks like `co.uk`. Null for a public mail provider's.
 */
export function ownedDomain(email: string): string | null {
  const domain = domainOf(email);
  const labels = domain.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffix = top.length === 2 && second.length <= SECOND_LEVEL_MAX;
  const owned = labels.slice(isSuffix ? -3 : -2).join('.');
  return PROVIDERS.has(domain) || PROVIDERS.has(owned) ? null : owned;
}
