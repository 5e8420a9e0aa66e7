import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { EdgeErrors } from '../answers/edge-errors';
import type { OpenApiDocument } from './document';

type Describe = () => OpenApiDocument;

/**
 * Serves each document as JSON at its path. It is made with its first request, because describing the API takes a tenth of the
 * processor time of a start.
 */
export function serveDocuments(app: NestExpressApplication, documents: Readonly<Record<string, Describe>>): void {
  for (const [path, document] of Object.entries(documents)) {
    let text: string | null = null;
    app.use(path, (request: Request, response: Response, next: NextFunction) => {
      if (request.path !== '/') return next();
      if (!isRead(request)) return next(onlyRead(response));
      response
        .type('json')
        .set('Cache-Control', 'public, max-age=300')
        .end((text ??= JSON.stringify(document())));
    });
  }
}

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Sets `Allow`, and returns the error for a method other than GET and HEAD. */
export function onlyRead(response: Response): Error {
  response.setHeader('Allow', 'GET, HEAD');
  return EdgeErrors.method_not_allowed();
}
