import { hash } from 'node:crypto';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Download, sendFile } from './download';
import type { Page } from '@trunkline/kernel';
import type { EdgeContext, EdgeRequest } from '../endpoint/edge-request';
import { observedOf, written } from '../fields/members';
import type { DtoClass } from '../openapi/schema';
import { EventStream } from '../streams/event-stream';
import { Redirection } from './redirection';

/** The stored response of an Idempotency-Key, sent again unchanged. */
export class ReplayedResponse {
  constructor(
    readonly status: number,
    /** The whole JSON text, envelope included. */
    readonly text: string,
  ) {}
}

const ETAG_LENGTH = 22;

/** Returns the ETag (RFC 9110, section 8.8.3) of a written representation, of which observed members are no part. */
export function etagOf(type: DtoClass, data: unknown, dataText = JSON.stringify(data)): string {
  const observed = observedOf(type);
  const version = () => Object.entries(data as object).filter(([name]) => !observed.includes(name));
  const text = observed.length > 0 ? JSON.stringify(Object.fromEntries(version())) : dataText;
  return `"${hash('sha256', text, 'base64url').slice(0, ETAG_LENGTH)}"`;
}

function sendText(response: Response, status: number, text: string, cacheSeconds?: number): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

export function sendJson(response: Response, status: number, body: object): void {
  sendText(response, status, JSON.stringify(body));
}

/** Returns the success envelope of `data`, which is also stored under an Idempotency-Key. */
export function envelopeOf(dataText: string): string {
  return `{"ok":true,"data":${dataText}}`;
}

/** Sends the results of handlers in the envelope. An adapter, because an interceptor would cost an observable each. */
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
    } else if (body instanceof EventStream) {
      return body.sendTo(response);
    } else {
      replyWith(response, status, body ?? null);
    }
  }
}

function redirectTo(response: Response, location: string): void {
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.status(302).end();
}

function dataOf({ policy, sealNext }: EdgeContext, result: unknown): unknown {
  return written(policy?.answer, sealNext ? sealNext(result as Page<unknown>) : result);
}

function replyWith(response: Response, status: number, result: unknown): void {
  const request = response.req as EdgeRequest;
  const { policy } = request.edge;
  const data = dataOf(request.edge, result);
  const dataText = JSON.stringify(data);
  if (policy?.plain) {
    sendText(response, status, dataText, policy.cacheSeconds);
    return;
  }
  if (policy?.hasEtag && policy.answer) {
    const etag = etagOf(policy.answer, data, dataText);
    response.setHeader('ETag', etag);
    if (isUnchanged(request, policy.answer, etag)) {
      response.status(304).end();
      return;
    }
  }
  sendText(response, status, envelopeOf(dataText));
}

/** The ETag says nothing about observed members, so a representation that has some is always sent. */
function isUnchanged({ method, headers }: EdgeRequest, type: DtoClass, etag: string): boolean {
  return method === 'GET' && observedOf(type).length === 0 && (headers['if-none-match']?.includes(etag) ?? false);
}
