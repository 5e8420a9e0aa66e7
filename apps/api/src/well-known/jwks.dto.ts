import { Nested, Text } from '../http';

const RSA_4096_MAX = 700;

/** A public key (RFC 7517, section 4; RFC 7518, section 6). */
export class JwkDto {
  @Text({ description: 'Key type: `EC`, or `RSA` for keys of version 0.2 and older.', example: 'EC' })
  kty: string;

  @Text({ description: 'Intended use.', example: 'sig' })
  use: string;

  @Text({ description: 'Signature algorithm.', example: 'ES256' })
  alg: string;

  @Text({ description: 'Key ID, as in the header of tokens.', example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' })
  kid: string;

  @Text({ description: 'Curve of an EC key.', example: 'P-256', optional: true })
  crv?: string;

  @Text({
    description: 'X coordinate of an EC key in base64url.',
    example: 'MKBCTNIcKUSDii11ySs3526iDZ8',
    optional: true,
  })
  x?: string;

  @Text({
    description: 'Y coordinate of an EC key in base64url.',
    example: '4Etl6SRW2YiLUrN5vfvVHuhp7x8P',
    optional: true,
  })
  y?: string;

  @Text({
    description: 'Modulus of an RSA key in base64url.',
    example: '0vx7agoebGc',
    max: RSA_4096_MAX,
    optional: true,
  })
  n?: string;

  @Text({ description: 'Exponent of an RSA key in base64url.', example: 'AQAB', optional: true })
  e?: string;
}

export class JwksDto {
  @Nested(() => JwkDto, {
    description: 'The current signing key, and older keys whose tokens may still be valid.',
    many: true,
  })
  keys: JwkDto[];
}

type Jwk = Readonly<Record<string, unknown>>;

const PUBLIC_MEMBERS = ['kty', 'use', 'alg', 'kid', 'crv', 'x', 'y', 'n', 'e'] as const satisfies (keyof JwkDto)[];

/** Copies members by name, so that private members of a key are never exposed. */
export function toJwksDto(jwks: readonly Jwk[]): JwksDto {
  const publicMembers = (jwk: Jwk) =>
    PUBLIC_MEMBERS.flatMap((member) => (member in jwk ? [[member, jwk[member]]] : []));
  return { keys: jwks.map((jwk) => Object.fromEntries(publicMembers(jwk)) as JwkDto) };
}
