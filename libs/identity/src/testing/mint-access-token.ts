import { newId } from '@trunkline/kernel';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { SigningKeys } from '../application/keys/signing-keys';

export interface TokenOptions {
  /** `iss`; the audience is this and `/v1`. */
  readonly rootUrl: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly grantId?: string;
  readonly issuedAt?: Date;
  readonly lifetimeSeconds?: number;
  /** Claims that a test wants missing (undefined) or wrong. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `typ` of the header; at+jwt unless a test wants another. */
  readonly type?: string;
}

const LIFETIME_SECONDS = 3600;

/** An access token as the authorization server issues it (RFC 9068). */
export async function mintAccessToken(signingKeys: SigningKeys, wanted: TokenOptions): Promise<string> {
  const { kid, alg, privateJwk } = await signingKeys.current();
  const issuedAt = Math.floor((wanted.issuedAt ?? new Date(Date.now())).getTime() / 1000);
  const claims = {
    iss: wanted.rootUrl,
    aud: `${wanted.rootUrl}/v1`,
    sub: wanted.userId,
    client_id: wanted.clientId,
    scope: wanted.scopes.join(' '),
    account_id: wanted.accountId,
    jti: newId('tok'),
    iat: issuedAt,
    exp: issuedAt + (wanted.lifetimeSeconds ?? LIFETIME_SECONDS),
    ...(wanted.grantId && { gid: wanted.grantId }),
    ...wanted.claims,
  };
  const key = await importJWK(privateJwk as JWK, alg);
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: wanted.type ?? 'at+jwt' }).sign(key);
}
