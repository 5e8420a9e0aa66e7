import { Nested, Text } from '../http';

const RSA_4096_MAX = 700;

/** A public RSA key (RFC 7517, section 4; RFC 7518, section 6.3.1). */
export class JwkDto {
  @Text({ description: 'Key type.', example: 'RSA' })
  kty: string;

  @Text({ description: 'Intended use.', example: 'sig' })
  use: string;

  @Text({ description: 'Signature algorithm.', example: 'RS256' })
  alg: string;

  @Text({ description: 'Key ID, as in the header of tokens.', example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' })
  kid: string;

  @Text({ description: 'Modulus in base64url.', example: '0vx7agoebGcQSuuPiLJXZpt', max: RSA_4096_MAX })
  n: string;

  @Text({ description: 'Exponent in base64url.', example: 'AQAB' })
  e: string;
}

export class JwksDto {
  @Nested(() => JwkDto, {
    description: 'The current signing key, and older keys whose tokens may still be valid.',
    many: true,
  })
  keys: JwkDto[];
}

type Jwk = Readonly<Record<string, unknown>>;

/** Copies members by name, so that private members of a key are never exposed. */
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
