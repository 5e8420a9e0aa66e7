import { Nested, Text } from '../http';

const RSA_4096_MAX = 700;

/** A public RSA key (RFC 7517, section 4; RFC 7518, section 6.3.1). */
export class JwkDto {
  @Text({ description: 'The kind of key.', example: 'RSA' })
  kty: string;

  @Text({ description: 'What it is for.', example: 'sig' })
  use: string;

  @Text({ description: 'The algorithm that it signs with.', example: 'RS256' })
  alg: string;

  @Text({ description: 'Its name, as tokens tell it.', example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' })
  kid: string;

  @Text({ description: 'The modulus, base64url.', example: '0vx7agoebGcQSuuPiLJXZpt', max: RSA_4096_MAX })
  n: string;

  @Text({ description: 'The exponent, base64url.', example: 'AQAB' })
  e: string;
}

export class JwksDto {
  @Nested(() => JwkDto, { description: 'The key that signs now, and those whose tokens may still live.', many: true })
  keys: JwkDto[];
}

type Jwk = Readonly<Record<string, unknown>>;

/** Member by member, so that nothing else of a key can get out. */
export function toJwksDto(jwks: readonly Jwk[]): JwksDto {
  const text = (jwk: Jwk, member: keyof JwkDto) => String(jwk[member]);
  return {
    keys: jwks.map((jwk) => ({
      kty: text(jwk, 'kty'),
      use: text(jwk, 'use'),
      alg: text(jwk, 'alg'),
      kid: text(jwk, 'kid'),
      n: text(jwk, 'n'),
      e: text(jwk, 'e'),
    })),
  };
}
