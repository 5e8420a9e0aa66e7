import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from '../../domain/email-address';

/** Public mail providers, whose domains are not counted. */
const PROVIDER_DOMAINS = `
  gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.it
  live.com live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr
  yahoo.de yahoo.com.br ymail.com rocketmail.com icloud.com me.com mac.com aol.com
  proton.me protonmail.com pm.me tutanota.com tuta.io tuta.com fastmail.com fastmail.fm
  zoho.com zohomail.com hey.com mail.com email.com gmx.com gmx.net gmx.de gmx.at
  gmx.ch web.de t-online.de freenet.de posteo.de mailbox.org orange.fr wanadoo.fr
  free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it btinternet.com
  virginmedia.com sky.com comcast.net verizon.net att.net sbcglobal.net cox.net
  bellsouth.net charter.net rogers.com shaw.ca telus.net bigpond.com optusnet.com.au
  mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net
  qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net
  rediffmail.com uol.com.br bol.com.br terra.com.br seznam.cz wp.pl o2.pl onet.pl
  interia.pl abv.bg telenet.be skynet.be ziggo.nl kpnmail.nl bluewin.ch telia.com
`;
const PROVIDERS: ReadonlySet<string> = new Set(PROVIDER_DOMAINS.trim().split(/\s+/));

/** The package's list with one addition. */
const disposable = disposableEmailBlocklistSet().add('tempmail.dev');

/** A domain with its parents, longest first: `a.b.c`, `b.c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** True for a disposable mailbox. Subdomains belong to the owner of the domain. */
export function isDisposable(email: string): boolean {
  return withParents(domainOf(email)).some((each) => disposable.has(each));
}

const SECOND_LEVEL_MAX = 3;

/**
 * The domain under one owner's control, so that invented subdomains count together: the last two labels, or three below
 * a suffix such as `co.uk`. Null for a public mail provider.
 */
export function ownedDomain(email: string): string | null {
  const domain = domainOf(email);
  const labels = domain.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffix = top.length === 2 && second.length <= SECOND_LEVEL_MAX;
  const owned = labels.slice(isSuffix ? -3 : -2).join('.');
  return PROVIDERS.has(domain) || PROVIDERS.has(owned) ? null : owned;
}
