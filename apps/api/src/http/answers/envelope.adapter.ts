import { hash } from 'node:crypto';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Download, sendFile } from './download';
import type { Page } from '@trunkline/kernel';
import type { EdgeRequest } from '../endpoint/edge-request';
import type { Policy } from '../endpoint/policy';
import { outsideEtag, toJson } from '../fields/members';
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

/** The result of a handler that answers with the other success of its endpoint. See `EndpointOptions.otherwise`. */
export class Otherwise {
  constructor(readonly data: object) {}
}

const ETAG_LENGTH = 22;

/** Returns the ETag (RFC 9110, section 8.8.3) of a representation in JSON, without the members that are outside of it. */
export function etagOf(type: DtoClass, data: unknown, dataText = JSON.stringify(data)): string {
  const outside = outsideEtag(type);
  const text = outside ? JSON.stringify({ ...(data as object), ...outside }) : dataText;
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
      replyWith(response, status, body);
    }
  }
}

function redirectTo(response: Response, location: string): void {
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.status(302).end();
}

type Answers = Pick<Policy, 'id' | 'answer' | 'otherwise'>;

/** Returns the result of a handler as JSON values. Throws if the endpoint declares no answer, but the handler returns one. */
export function answerIn({ id, answer, otherwise }: Answers, result: unknown): unknown {
  if (result instanceof Otherwise) {
    if (!otherwise) throw new Error(`${id} declares no other success.`);
    return toJson(otherwise.answer, result.data);
  }
  if (answer) return toJson(answer, result ?? null);
  if (result !== undefined && result !== null) throw new Error(`${id} returns a result, but declares no answer.`);
  return null;
}

/** Returns the status of a result, which is `status` unless it is the other success. */
export function statusIn({ otherwise }: Pick<Policy, 'otherwise'>, result: unknown, status: number): number {
  return result instanceof Otherwise && otherwise ? otherwise.status : status;
}

function replyWith(response: Response, status: number, result: unknown): void {
  const request = response.req as EdgeRequest;
  const { policy, sealNext } = request.edge;
  if (!policy) throw new Error('Only declared endpoints return results.');
  const data = answerIn(policy, sealNext ? sealNext(result as Page<unknown>) : result);
  const dataText = JSON.stringify(data);
  if (policy.plain) {
    sendText(response, status, dataText, policy.cacheSeconds);
    return;
  }
  if (policy.hasEtag && policy.answer) {
    const etag = etagOf(policy.answer, data, dataText);
    response.setHeader('ETag', etag);
    if (isUnchanged(request, policy.answer, etag)) {
      response.status(304).end();
      return;
    }
  }
  sendText(response, statusIn(policy, result, status), envelopeOf(dataText));
}

/** The ETag says nothing about the members outside of it, so a representation that has some is always sent. */
function isUnchanged({ method, headers }: EdgeRequest, type: DtoClass, etag: string): boolean {
  return method === 'GET' && outsideEtag(type) === null && (headers['if-none-match']?.includes(etag) ?? false);
}
