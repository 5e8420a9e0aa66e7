import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { OpenApiDocument } from './document';

type Describe = () => OpenApiDocument;

/**
 * Serves each document as JSON at its path. It is made with its first request, because describing the API takes a tenth of the
 * processor time of a start.
 */
export function serveDocuments(app: NestExpressApplication, documents: Readonly<Record<string, Describe>>): void {
  for (const [path, document] of Object.entries(documents)) {
    let text: string | null = null;
    app.use(path, (request: Request, response: Response, next: () => void) => {
      if (request.method !== 'GET' || request.path !== '/') next();
      else
        response
          .type('json')
          .set('Cache-Control', 'public, max-age=300')
          .end((text ??= JSON.stringify(document())));
    });
  }
}
