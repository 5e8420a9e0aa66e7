import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '@trunkline/platform';
import type { Request, Response } from 'express';
import { describeApi } from './document';

/** `{root_url}/openapi.json`, the page `{root_url}/docs` made of it, and the operators' document on the internal listener. */
export function serveDocuments(app: NestExpressApplication, settings: Settings): void {
  const { api, operator } = describeApi(app, settings);
  const serve = (path: string, text: string) =>
    app.use(path, (request: Request, response: Response, next: () => void) => {
      if (request.method !== 'GET' || request.path !== '/') next();
      else response.type('json').set('Cache-Control', 'public, max-age=300').end(text);
    });
  serve('/openapi.json', JSON.stringify(api));
  serve('/operator/openapi.json', JSON.stringify(operator));
  SwaggerModule.setup('docs', app, api, { customSiteTitle: 'Trunkline API', raw: false });
}
