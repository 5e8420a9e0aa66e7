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

/** Uses the colours of the dashboard (apps/dashboard/src/start/tokens.css). The page's policy forbids its style sheet. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 14px/20px system-ui, sans-serif;
  background: light-dark(#fff, #0f181e); color: light-dark(#142027, #e3e9ed); }
main { box-sizing: border-box; width: min(360px, 100% - 2rem); padding: 2rem 0; }
svg { display: block; }
h1 { margin: 24px 0 8px; font-size: 22px; font-weight: 620; line-height: 28px; }
p { margin: 0 0 16px; }
code { overflow-wrap: anywhere; font-size: 12px; color: light-dark(#52626d, #a7b3bb); }
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
<svg width="40" height="40" viewBox="0 0 16 16" fill="none" stroke-width="2" aria-hidden="true"><rect width="16" height="16" rx="4" fill="#007a99"/><path stroke="#fff" d="M0 5h5a3 3 0 0 1 3 3v8m2.5-11H16"/></svg>
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
