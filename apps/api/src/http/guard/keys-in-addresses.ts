import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { ApiKeys } from '@trunkline/identity';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';

// Looks at every position: what stands before a key may begin like one.
const KEY = /(?=(svc_live_[A-Za-z0-9_-]{32}))/g;

/** A key in an address is in every log on its way: it is refused and revoked at once (contract, section 4). */
@Injectable()
export class KeysInAddresses {
  constructor(private readonly keys: ApiKeys) {}

  readonly middleware = (request: EdgeRequest, _response: Response, next: NextFunction): void => {
    if (!/svc_live_|%/.test(request.originalUrl)) return next();
    const leaked = keysIn(request.originalUrl);
    if (leaked.length === 0) return next();
    this.revoke(leaked).then(() => next(EdgeErrors.key_in_url()), next);
  };

  // One after the other: an address has room for hundreds, which together would take every connection.
  private async revoke(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.keys.revokeExposed(key);
  }
}

/** What looks like a key in an address: as it stands, decoded, and decoded once more, as an address within an address is. */
export function keysIn(address: string): string[] {
  const once = decoded(address);
  const found = [address, once, decoded(once)].flatMap((text) => [...text.matchAll(KEY)].map(([, key = '']) => key));
  return [...new Set(found)];
}

/** Escape by escape: an address that as a whole cannot be decoded may still show a key. */
function decoded(address: string): string {
  return address.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
