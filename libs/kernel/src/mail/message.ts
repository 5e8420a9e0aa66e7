/** Renders a mail as text and as HTML from the same parts. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageParts {
  /** Contains no names: recipients read the subject before the sender, so strangers must not choose it. */
  readonly subject: string;
  /** Name of the recipient, as entered at sign-up. */
  readonly name: string;
  /** Names in paragraphs pass through `unlinked`. */
  readonly lines: readonly string[];
  /** Links to a dashboard page. Only a POST from there consumes the token, so link scanners do no harm. */
  readonly action?: { readonly label: string; readonly link: string };
  /** A code to be typed, shown large. */
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

/** A dot before a possible domain, or within a number or an address. IDNA treats three more characters as dots. */
const LINKING_DOT = /(?<=\S)[.\u3002\uff0e\uff61](?=[^\s.\u3002\uff0e\uff61]{2})|(?<=\d)\.(?=\d)/gu;
/** The colon of a URL scheme. */
const LINKING_COLON = /(?<=\S):(?=\S)/gu;

/**
 * Makes a name safe for a mail: `Booking.com` becomes `Booking[.]com`. Mail programs turn `evil.example` into a link, and a
 * name is chosen by the person who signs up, possibly with the address of someone else.
 */
export function unlinked(name: string): string {
  return name.replace(LINKING_DOT, (dot) => `[${dot}]`).replace(LINKING_COLON, '[:]');
}

/** Escapes text for HTML. Names are user input. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const PAGE = 'margin:0 auto;max-width:34em;padding:2em 1em;font:16px/1.5 sans-serif;color:#142027';
const BUTTON = 'display:inline-block;padding:.6em 1.2em;border-radius:6px;background:#007a99;color:#fff';
const CODE = 'font:bold 28px/1.2 monospace;letter-spacing:.2em';
const SMALL = 'font-size:13px;color:#52626d';

/** Renders the template of all mails: greeting, paragraphs, at most one action or code, footer. */
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

/** Formats as "2026-11-21 05:30 UTC", because the reader's time zone is unknown. */
export function inUtc(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
