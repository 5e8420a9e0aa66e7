import { isHttpsUrl, isRedirectUri } from './redirect-uri';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://localhost/callback',
    'http://localhost:3000',
    'http://127.0.0.1:8080/callback',
    'com.example.app:/callback',
    'com.example.app://oauth/callback',
    'com.example.app:///callback',
    'https://APP.example.com/callback',
    'https://my_app.xn--mller-kva.example:443/call-back?a=*',
    'https://203.0.113.7/callback',
    'https://[2001:db8::1]:8443/callback',
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
    ['a wildcard as host', 'https://*/callback'],
    ['a wildcard in the host', 'https://*.example.com/callback'],
    ['a wildcard as host of a custom scheme', 'com.example.app://*/callback'],
    ['a backslash', 'https://app.example.com\\@evil.example/callback'],
    ['a backslash as host', 'https://\\/callback'],
    ['a backslash in the path', 'https://app.example.com/call\\back'],
    ['a host without slashes', 'https:app.example.com/callback'],
    ['a host behind three slashes', 'https:///app.example.com/callback'],
    ['an encoded host', 'https://app%2Eexample.com/callback'],
    ['an empty user name', 'https://@app.example.com/callback'],
    ['an empty label', 'https://app..example.com/callback'],
    ['a label that ends with a hyphen', 'https://app-.example.com/callback'],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.example/callback`],
    ['a host of 254 characters', `https://${'a.'.repeat(126)}ab/callback`],
    ['other spellings of 127.0.0.1', 'http://127.1/callback'],
    ['angle brackets', 'https://app.example.com/<callback>'],
    ['nothing', ''],
  ])('may not have %s', (_what, uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('an https URL', () => {
  it.each(['https://acme.example', 'https://m\u00fcller.example/\u00fc?a=b#c', 'https://203.0.113.7/'])(
    'may be %s',
    (url) => {
      expect(isHttpsUrl(url)).toBe(true);
    },
  );

  it.each(['https://*', 'https://\\', 'https://[', 'https://me@acme.example', 'http://acme.example', 'acme.example'])(
    'may not be %s',
    (url) => {
      expect(isHttpsUrl(url)).toBe(false);
    },
  );
});
