import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { ApiKeys } from '@trunkline/identity';
import { EdgeErrors } from './edge-errors';
import type { EdgeRequest } from './edge-request';

const KEY = /svc_live_[A-Za-z0-9_-]{32}/g;

/** A key in an address is in every log on its way: it is refused and revoked at once (contract, section 4). */
@Injectable()
export class KeysInAddresses {
  constructor(private readonly keys: ApiKeys) {}

  readonly middleware = (request: EdgeRequest, _response: Response, next: NextFunction): void => {
    if (!/svc_live_|%/.test(request.originalUrl)) return next();
    const leaked = decoded(request.originalUrl).match(KEY);
    if (!leaked) return next();
    Promise.all(leaked.map((key) => this.keys.revokeExposed(key))).then(() => next(EdgeErrors.key_in_url()), next);
  };
}

/** Escape by escape: an address that as a whole cannot be decoded may still show a key. */
function decoded(address: string): string {
  return address.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
