/** The words of a mail, as text and as HTML, from one set of parts. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageParts {
  /** Without names: a subject that a stranger chose would be read before the sender. */
  readonly subject: string;
  /** Of the recipient, as somebody wrote it at sign-up. */
  readonly name: string;
  /** Names in them pass through `unlinked`. */
  readonly lines: readonly string[];
  /** A page of the dashboard; only a POST from there uses a token up, so link scanners do no harm. */
  readonly action?: { readonly label: string; readonly link: string };
  /** What is to be typed somewhere, shown large. */
  readonly code?: string;
  readonly footer: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A dot in front of what could be a domain, or within a number or an address; IDNA reads three more characters as dots. */
const LINKING_DOT = /(?<=\S)[.\u3002\uff0e\uff61](?=[^\s.\u3002\uff0e\uff61]{2})|(?<=\d)\.(?=\d)/gu;
/** The colon of a scheme. */
const LINKING_COLON = /(?<=\S):(?=\S)/gu;

/**
 * A name that goes into a mail. Programs that show mails turn `evil.example` into a link, and whoever signs up with a
 * stranger's address chooses a name: so `Booking.com` is written `Booking[.]com`, which is read by people alone.
 */
export function unlinked(name: string): string {
  return name.replace(LINKING_DOT, (dot) => `[${dot}]`).replace(LINKING_COLON, '[:]');
}

/** Names come from people: none of them may become markup. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const PAGE = 'margin:0 auto;max-width:34em;padding:2em 1em;font:16px/1.5 sans-serif;color:#1b1f24';
const BUTTON = 'display:inline-block;padding:.6em 1.2em;border-radius:4px;background:#1b4dd8;color:#fff';
const CODE = 'font:bold 28px/1.2 monospace;letter-spacing:.2em';
const SMALL = 'font-size:13px;color:#57606a';

/** The one template that every mail is made with: greeting, paragraphs, one action or code at most, a footer. */
export function compose({ subject, name, lines, action, code, footer }: MessageParts): Message {
  const greeting = `Hello ${unlinked(name)},`;
  const call = action ? [`${action.label}:\n${action.link}`] : [];
  const text = `${[greeting, ...lines, ...(code ? [code] : []), ...call, footer].join('\n\n')}\n`;
  const paragraphs = [greeting, ...lines].map((line) => `<p>${escapeHtml(line)}</p>`);
  const shown = code ? [`<p style="${CODE}">${escapeHtml(code)}</p>`] : [];
  const button = action
    ? [`<p><a style="${BUTTON}" href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`]
    : [];
  const body = [...paragraphs, ...shown, ...button, `<p style="${SMALL}">${escapeHtml(footer)}</p>`].join('\n');
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
  const html = `<!doctype html>\n<html lang="en">${head}\n<body style="${PAGE}">\n${body}\n</body></html>\n`;
  return { subject, text, html };
}

/** "2026-11-21 05:30 UTC": the reader's own time zone is not known. */
export function inUtc(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
