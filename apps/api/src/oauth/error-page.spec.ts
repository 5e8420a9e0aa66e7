import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorPage } from './error-page';

const DASHBOARD = join(import.meta.dirname, '../../../dashboard');
const readDashboard = (path: string): string => readFileSync(join(DASHBOARD, path), 'utf8');
const coloursIn = (text: string): readonly string[] => text.match(/#[0-9a-f]{3,8}\b/g) ?? [];

describe('the page of an authorization that failed', () => {
  const { headers, html } = errorPage('invalid_client', 'client is <b>unknown</b>');

  it('may load its own style and nothing else', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['Content-Security-Policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it('has the mark and the colours of the dashboard', () => {
    const [mark = ''] = /(?<= d=")[^"]+/.exec(readDashboard('public/favicon.svg')) ?? [];
    expect(html).toContain(`d="${mark}"`);
    const tokens = coloursIn(readDashboard('src/start/tokens.css'));
    expect(coloursIn(html).filter((colour) => !tokens.includes(colour))).toEqual([]);
    expect(html).toContain('#007a99');
  });

  it('shows what the request says as text', () => {
    expect(html).toContain('client is &#60;b&#62;unknown&#60;/b&#62;');
  });
});
