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
    if (!request.originalUrl.includes('svc_live_')) return next();
    const leaked = decoded(request.originalUrl).match(KEY);
    if (!leaked) return next();
    Promise.all(leaked.map((key) => this.keys.revokeExposed(key))).then(() => next(EdgeErrors.key_in_url()), next);
  };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
