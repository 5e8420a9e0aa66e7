import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { EdgeErrors } from '../answers/edge-errors';
import { ExposedKeys } from '../credentials/ports';
import type { EdgeRequest } from '../endpoint/edge-request';

// A lookahead, because the text before a key may start like a key.
const KEY = /(?=(svc_live_[A-Za-z0-9_-]{32}))/g;

/** Rejects requests with an API key in their URL and revokes the key, because URLs are logged on the way. */
@Injectable()
export class KeysInUrls {
  constructor(private readonly keys: ExposedKeys) {}

  readonly middleware = (request: EdgeRequest, _response: Response, next: NextFunction): void => {
    if (!/svc_live_|%/.test(request.originalUrl)) return next();
    const leaked = keysIn(request.originalUrl);
    if (leaked.length === 0) return next();
    this.revoke(leaked).then(() => next(EdgeErrors.key_in_url()), next);
  };

  // Sequentially: a URL has room for hundreds of keys, which would otherwise take every database connection.
  private async revoke(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.keys.revokeExposed(key);
  }
}

/** Returns the keys in a URL: literal, percent-encoded, and encoded twice (a URL in a query parameter). */
export function keysIn(url: string): string[] {
  const once = decoded(url);
  const found = [url, once, decoded(once)].flatMap((text) => [...text.matchAll(KEY)].map(([, key = '']) => key));
  return [...new Set(found)];
}

/** Decodes each escape alone, because a URL with an invalid escape may still hold a key. */
function decoded(url: string): string {
  return url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
