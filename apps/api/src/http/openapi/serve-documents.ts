import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { OpenApiDocument } from './document';
import { pagesOf } from './pages';
import { STYLE } from './page/style';

const PAGES = '/docs';
const STYLESHEET = `${PAGES}/reference.css`;

type Describe = () => OpenApiDocument;

/**
 * Serves each document as JSON at its path, and the pages of `reference` under `/docs`. Each is made with its first request,
 * because describing the API takes a tenth of the processor time of a start.
 */
export function serveDocuments(
  app: NestExpressApplication,
  documents: Readonly<Record<string, Describe>>,
  reference: Describe,
): void {
  const send = (response: Response, type: string, text: string) =>
    response.type(type).set('Cache-Control', 'public, max-age=300').end(text);
  const serve = (path: string, type: string, make: () => string) => {
    let text: string | null = null;
    app.use(path, (request: Request, response: Response, next: () => void) => {
      if (request.method !== 'GET' || request.path !== '/') next();
      else send(response, type, (text ??= make()));
    });
  };
  for (const [path, document] of Object.entries(documents)) serve(path, 'json', () => JSON.stringify(document()));
  serve(STYLESHEET, 'css', () => STYLE);
  let pages: Readonly<Record<string, string>> | null = null;
  app.use(PAGES, (request: Request, response: Response, next: () => void) => {
    pages ??= pagesOf(reference(), STYLESHEET);
    const page = pages[`${PAGES}${request.path}`.replace(/\/$/, '')];
    if (request.method !== 'GET' || page === undefined) next();
    else send(response, 'html', page);
  });
}
