/** The words of a mail, as text and as HTML, from one set of parts. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Parts {
  readonly subject: string;
  readonly greeting: string;
  readonly lines: readonly string[];
  readonly action: { readonly label: string; readonly link: string };
  readonly footer: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names come from people: none of them may become markup. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function compose({ subject, greeting, lines, action, footer }: Parts): Message {
  const text = [greeting, ...lines, `${action.label}:\n${action.link}`, footer].join('\n\n');
  const paragraphs = [greeting, ...lines].map((line) => `<p>${escapeHtml(line)}</p>`);
  const button = `<p><a href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`;
  const small = `<p><small>${escapeHtml(footer)}</small></p>`;
  const body = [...paragraphs, button, small].join('\n');
  const html = `<!doctype html>\n<html lang="en"><body>\n${body}\n</body></html>\n`;
  return { subject, text: `${text}\n`, html };
}

export function verifyEmailMessage(name: string, link: string): Message {
  return compose({
    subject: 'Verify your e-mail address',
    greeting: `Hello ${name},`,
    lines: ['Please confirm that this address is yours. It takes one click and signs you in.'],
    action: { label: 'Verify the address', link },
    footer: 'The link works once and for 24 hours. If you did not sign up, do nothing: nothing will happen.',
  });
}
