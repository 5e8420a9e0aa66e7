import { canonicalPath, e164In } from './canonical-path';

describe('canonicalPath', () => {
  it.each(['%2B4930123456', '%2b4930123456', '+4930123456', '4930123456', '%34930123456', '%204930123456'])(
    'normalizes the number %s',
    (segment) => {
      expect(canonicalPath(`/v1/numbers/${segment}/release`, '/v1/numbers/:e164/release')).toBe(
        '/v1/numbers/%2B4930123456/release',
      );
    },
  );

  it('decodes unreserved characters and keeps reserved ones encoded', () => {
    expect(canonicalPath('/v1/api-keys/key%5F1%2d%7e%2F', '/v1/api-keys/:id')).toBe('/v1/api-keys/key_1-~%2F');
  });

  it('does not read an id as a number', () => {
    expect(canonicalPath('/v1/api-keys/4930123456', '/v1/api-keys/:id')).toBe('/v1/api-keys/4930123456');
  });

  it('keeps an invalid number unchanged', () => {
    expect(canonicalPath('/v1/numbers/abc', '/v1/numbers/:e164')).toBe('/v1/numbers/abc');
    expect(e164In('abc')).toBeNull();
  });
});
