import { createHash } from 'node:crypto';
import { errorPage } from './error-page';

describe('the page of an authorization that failed', () => {
  const { headers, html } = errorPage('invalid_client', 'client is <b>unknown</b>');

  it('may load its own style and nothing else', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['Content-Security-Policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it('shows what the request says as text', () => {
    expect(html).toContain('client is &#60;b&#62;unknown&#60;/b&#62;');
  });
});
