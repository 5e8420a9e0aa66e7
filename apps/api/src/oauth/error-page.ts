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
  context.type = 'html';
  context.body = pageOf(error, detail ?? '');
}

export function pageOf(error: string, detail: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Authorization failed</title></head>
<body>
<h1>Authorization failed</h1>
<p>The application sent a request that cannot be completed. Go back to the application and try again.</p>
<p>${escaped(error)}: ${escaped(detail)}</p>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
