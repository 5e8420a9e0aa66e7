import { createHash } from 'node:crypto';
import type { ProviderContext } from 'oidc-provider';

/** RFC 6749, section 5.2. */
export interface OAuthErrorBody {
  readonly error: string;
  readonly error_description?: string;
}

/**
 * Answers an error that must not be redirected, since client or redirect URI are not known to be valid (RFC 9700,
 * section 4.11): a page for browsers, JSON for clients.
 */
export function renderError(context: ProviderContext, { error, error_description: detail }: OAuthErrorBody): void {
  const isPage = context.oidc.route === 'authorization' || context.oidc.route === 'resume';
  if (!isPage || context.accepts('html', 'json') !== 'html') {
    context.body = { error, ...(detail !== undefined && { error_description: detail }) };
    return;
  }
  const page = errorPage(error, detail ?? '');
  for (const [name, value] of Object.entries(page.headers)) context.set(name, value);
  context.body = page.html;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f6f7f9, #16181d); color: light-dark(#1b1e26, #e7e9ee); }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); padding: 2rem; border-radius: 12px;
  background: light-dark(#fff, #1f2229); border: 1px solid light-dark(#dfe2e8, #343943); }
svg { display: block; }
h1 { margin: 1rem 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
code { overflow-wrap: anywhere; font-size: .875rem; color: light-dark(#565d6b, #a9b0bd); }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Returns the page that a browser shows instead of a redirect, and the headers to send with it. */
export function errorPage(error: string, detail: string) {
  return { headers: HEADERS, html: htmlOf(error, detail) };
}

const htmlOf = (error: string, detail: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Authorization failed</title>
<style>${STYLE}</style></head>
<body>
<main>
<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3b3fd8"/><path d="M8 11h16M16 11v13" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/></svg>
<h1>Authorization failed</h1>
<p>The application sent a request that cannot be completed. Go back to the application and try again.</p>
<code>${escaped(error)}: ${escaped(detail)}</code>
</main>
</body>
</html>
`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
