import { isRedirectUri } from './redirect-uri';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://localhost/callback',
    'http://localhost:3000',
    'http://127.0.0.1:8080/callback',
    'com.example.app:/callback',
    'com.example.app://oauth/callback',
  ])('may be %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    ['plain HTTP of another host', 'http://app.example.com/callback'],
    ['another loopback address', 'http://127.0.0.2/callback'],
    ['a host that begins like localhost', 'http://localhost.example.com/callback'],
    ['HTTPS on the loopback interface', 'https://localhost/callback'],
    ['a fragment', 'https://app.example.com/callback#part'],
    ['an empty fragment', 'https://app.example.com/callback#'],
    ['credentials', 'https://user:secret@app.example.com/callback'],
    ['a host hidden behind credentials', 'https://app.example.com@evil.example/callback'],
    ['a scheme without a dot', 'myapp://callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a space', 'https://app.example.com/call back'],
    ['a control character', 'https://app.example.com/\ncallback'],
    ['characters outside ASCII', 'https://appß.example.com/callback'],
    ['a relative reference', '/callback'],
    ['nothing', ''],
  ])('may not have %s', (_what, uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});
