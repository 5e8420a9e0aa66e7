import { createHash } from 'node:crypto';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Download, sendFile } from './download';
import type { EdgeRequest } from '../endpoint/edge-request';
import { Redirection } from './redirection';

/** An answer kept under an Idempotency-Key, sent again as it was. */
export class ReplayedResponse {
  constructor(
    readonly status: number,
    /** The whole JSON text, envelope included. */
    readonly text: string,
  ) {}
}

const ETAG_LENGTH = 22;

/** A strong validator (RFC 9110, section 8.8.3) of a resource as it is shown. */
export function etagOf(dataText: string): string {
  return `"${createHash('sha256').update(dataText).digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

export function sendText(response: Response, status: number, text: string, cacheSeconds?: number): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

export function sendJson(response: Response, status: number, body: object): void {
  sendText(response, status, JSON.stringify(body));
}

/** The success envelope of `data`. Also what is kept under an Idempotency-Key. */
export function envelopeOf(dataText: string): string {
  return `{"ok":true,"data":${dataText}}`;
}

/** Puts what handlers return into the envelope: a function of the adapter, so that no stream stands on the hot path. */
export class EnvelopeAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): void | Promise<void> {
    const status = statusCode ?? response.statusCode;
    if (status === 204) {
      response.status(status).end();
    } else if (body instanceof Redirection) {
      redirectTo(response, body.location);
    } else if (body instanceof ReplayedResponse) {
      response.setHeader('Idempotent-Replayed', 'true');
      sendText(response, body.status, body.text);
    } else if (body instanceof Download) {
      return sendFile(response, body);
    } else {
      replyWith(response, status, JSON.stringify(body ?? null));
    }
  }
}

function redirectTo(response: Response, location: string): void {
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.status(302).end();
}

function replyWith(response: Response, status: number, dataText: string): void {
  const request = response.req as EdgeRequest;
  const { policy } = request.edge;
  if (policy?.plain) {
    sendText(response, status, dataText, policy.cacheSeconds);
    return;
  }
  if (policy?.hasEtag) {
    const etag = etagOf(dataText);
    response.setHeader('ETag', etag);
    if (request.method === 'GET' && request.headers['if-none-match']?.includes(etag)) {
      response.status(304).end();
      return;
    }
  }
  sendText(response, status, envelopeOf(dataText));
}
