import { Injectable } from '@nestjs/common';
import { Clock, type TokenClaims } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import {
  createLocalJWKSet,
  type CryptoKey,
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { TokenKeys } from './ports';

const ALGORITHMS = ['RS256', 'ES256'];
const VERIFIED_MAX = 10_000;

interface Verified {
  readonly claims: TokenClaims;
  readonly expiresAt: number;
}

/** Verifies access tokens: signature, `typ` at+jwt, issuer, audience and expiry (RFC 9068, section 4). */
@Injectable()
export class AccessTokens {
  /**
   * Verified tokens, until they expire. Whether the grant was revoked is read with each request. The key is the token
   * itself, which never leaves this memory: a digest would cost each request more than the rest of the check.
   */
  private readonly verified = new Map<string, Verified>();

  constructor(
    private readonly keys: TokenKeys,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Returns the claims of a valid token that this service has issued, or null. */
  verify(token: string): Promise<TokenClaims | null> | TokenClaims | null {
    const known = this.verified.get(token);
    if (!known) return this.verifyNew(token);
    return known.expiresAt > this.clock.now().getTime() ? known.claims : null;
  }

  private async verifyNew(token: string): Promise<TokenClaims | null> {
    const payload = await this.payloadOf(token);
    const claims = payload && claimsOf(payload);
    if (claims && payload.exp !== undefined) this.remember(token, { claims, expiresAt: payload.exp * 1000 });
    return claims;
  }

  private async payloadOf(token: string): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, (header, input) => this.keyFor(header, input), {
        issuer: this.settings.ROOT_URL,
        audience: this.settings.baseUrl,
        typ: 'at+jwt',
        algorithms: ALGORITHMS,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'client_id', 'scope', 'account_id', 'jti', 'iat', 'exp'],
      });
      return payload;
    } catch (error) {
      return nullIfJose(error);
    }
  }

  private async keyFor(header: JWTHeaderParameters, input: FlattenedJWSInput): Promise<CryptoKey> {
    const keys = await this.keys.publicJwks(header.kid);
    return createLocalJWKSet({ keys: [...keys] })(header, input);
  }

  private remember(token: string, verified: Verified): void {
    if (this.verified.size >= VERIFIED_MAX) this.verified.delete(this.verified.keys().next().value ?? '');
    this.verified.set(token, verified);
  }
}

function nullIfJose(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}

function claimsOf({ sub, jti, client_id, scope, account_id, gid }: JWTPayload): TokenClaims | null {
  if (typeof sub !== 'string' || typeof jti !== 'string' || typeof account_id !== 'string') return null;
  if (typeof client_id !== 'string' || typeof scope !== 'string') return null;
  const grantId = typeof gid === 'string' ? gid : null;
  return { userId: sub, accountId: account_id, clientId: client_id, scopes: scope.split(' '), grantId, tokenId: jti };
}
