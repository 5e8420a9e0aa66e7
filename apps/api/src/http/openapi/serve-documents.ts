import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { OpenApiDocument } from './document';
import { pagesOf } from './pages';
import { STYLE } from './page/style';

const STYLESHEET = '/docs/reference.css';

/** Serves each document as JSON at its path, and the pages of `reference` under `/docs`. */
export function serveDocuments(
  app: NestExpressApplication,
  documents: Readonly<Record<string, OpenApiDocument>>,
  reference: OpenApiDocument,
): void {
  const serve = (path: string, type: string, text: string) =>
    app.use(path, (request: Request, response: Response, next: () => void) => {
      if (request.method !== 'GET' || request.path !== '/') next();
      else response.type(type).set('Cache-Control', 'public, max-age=300').end(text);
    });
  for (const [path, document] of Object.entries(documents)) serve(path, 'json', JSON.stringify(document));
  serve(STYLESHEET, 'css', STYLE);
  for (const [path, text] of Object.entries(pagesOf(reference, STYLESHEET))) serve(path, 'html', text);
}
