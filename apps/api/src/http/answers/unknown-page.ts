import { Injectable } from '@nestjs/common';
import type { DomainError } from '@trunkline/kernel';
import type { Request, Response } from 'express';
import type { EdgeRequest } from '../endpoint/edge-request';
import { PAGE_HEADERS } from '../guard/security-headers';

/** True for an address that a browser opens, and false for what a page or a program loads. */
export const isOpened = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.accept?.includes('text/html') ?? false;

const READS: readonly string[] = ['GET', 'HEAD'];
/** The failures of an address that has no endpoint, or that cannot be decoded. */
const CODES: readonly string[] = ['not_found', 'malformed_request'];
const API = /^\/v1(\/|$)/;

/** What a browser shows at an address that has neither a page nor an endpoint. */
@Injectable()
export class UnknownPage {
  /** Renders the page. Set at startup by the documentation, whose look it has. */
  render = (): string => '';

  /** True for a failure at an address that a user has opened, outside of the API and of what only programs reach. */
  isFor(request: EdgeRequest, { code }: DomainError): boolean {
    const isUnknown = CODES.includes(code) && request.route === undefined && !API.test(request.path);
    return isUnknown && !request.edge.isInternal && READS.includes(request.method) && isOpened(request);
  }

  send(response: Response): void {
    for (const [name, value] of PAGE_HEADERS) response.setHeader(name, value);
    response.vary('Accept');
    response.status(404).setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(response.req.method === 'HEAD' ? undefined : this.render());
  }
}
