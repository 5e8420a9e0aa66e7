import { canonicalPath, e164In } from './canonical-path';

describe('the canonical path', () => {
  it.each(['%2B4930123456', '%2b4930123456', '+4930123456', '4930123456', '%34930123456', '%204930123456'])(
    'spells the number %s in one way',
    (segment) => {
      expect(canonicalPath(`/v1/numbers/${segment}/release`, '/v1/numbers/:e164/release')).toBe(
        '/v1/numbers/%2B4930123456/release',
      );
    },
  );

  it('decodes unreserved characters, and leaves reserved ones encoded', () => {
    expect(canonicalPath('/v1/api-keys/key%5F1%2d%7e%2F', '/v1/api-keys/:id')).toBe('/v1/api-keys/key_1-~%2F');
  });

  it('keeps a segment apart from the number that it resembles', () => {
    expect(canonicalPath('/v1/api-keys/4930123456', '/v1/api-keys/:id')).toBe('/v1/api-keys/4930123456');
  });

  it('keeps what names no number as it is', () => {
    expect(canonicalPath('/v1/numbers/abc', '/v1/numbers/:e164')).toBe('/v1/numbers/abc');
    expect(e164In('abc')).toBeNull();
  });
});
