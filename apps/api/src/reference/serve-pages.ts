import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '@trunkline/platform';
import type { NextFunction, Request, Response } from 'express';
import { UnknownPage } from '../http/answers/unknown-page';
import type { OpenApiDocument } from '../http/openapi/document';
import { isRead, onlyRead } from '../http/openapi/serve-documents';
import { errorMessages } from './errors';
import type { Surroundings } from './pages/frame';
import { readGuides } from './pages/guides';
import { Pages } from './pages/pages';

const ROOT = '/docs';
const INDEX = `${ROOT}/search.json`;
const GUIDES = join('docs', 'guides');
/** Style and script of the pages, built with the dashboard. */
const BUILD = join('dist', 'apps', 'dashboard', 'docs');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const FIVE_MINUTES = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

interface File {
  readonly type: string;
  readonly cache: string;
  readonly zipped: Buffer;
}

/**
 * Serves the documentation under /docs: pages, the index of their search, and the files of the build. Renders the page of
 * unknown addresses.
 */
export function servePages(app: NestExpressApplication, document: () => OpenApiDocument, settings: Settings): void {
  const files = new Map<string, File>();
  let made: Pages | undefined;
  const pages = (): Pages => (made ??= pagesOf(document(), settings, files));
  app.get(UnknownPage).render = () => pages().unknown();
  const find = (path: string): File | undefined => {
    const documentation = pages();
    const known = files.get(path);
    if (known) return known;
    const text = path === INDEX ? documentation.searchIndex() : documentation.render(path);
    if (text === undefined) return undefined;
    const type = path === INDEX ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
    const file = { type, cache: FIVE_MINUTES, zipped: gzipSync(text) };
    files.set(path, file);
    return file;
  };
  app.use(ROOT, (request: Request, response: Response, next: NextFunction) => {
    const file = find(`${ROOT}${request.path}`.replace(/\/$/, ''));
    if (!file) next();
    else if (isRead(request)) send(request, response, file);
    else next(onlyRead(response));
  });
}

function pagesOf(document: OpenApiDocument, settings: Settings, files: Map<string, File>): Pages {
  for (const [path, file] of builtFiles()) files.set(path, file);
  const named = (ending: RegExp) => [...files.keys()].find((path) => ending.test(path));
  const surroundings: Surroundings = {
    style: named(/\/docs-style-\w+\.css$/),
    script: named(/\/docs-\w+\.js$/),
    icon: named(/\.svg$/),
    dashboard: settings.DASHBOARD_URL,
    isSandbox: settings.isSandbox,
  };
  return new Pages({ document, guides: readGuides(GUIDES), messages: errorMessages() }, surroundings);
}

/** Their names contain a hash of their contents. Without a build, the pages have neither style nor script. */
function builtFiles(): [string, File][] {
  const names = existsSync(BUILD) ? readdirSync(BUILD) : [];
  return names.flatMap((name): [string, File][] => {
    const type = TYPES[extname(name)];
    const zipped = type === undefined ? undefined : gzipSync(readFileSync(join(BUILD, name)));
    return type === undefined || !zipped ? [] : [[`${ROOT}/assets/${name}`, { type, cache: FOR_EVER, zipped }]];
  });
}

function send(request: Request, response: Response, { type, cache, zipped }: File): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', cache);
  response.vary('Accept-Encoding');
  const isZipped = request.acceptsEncodings('gzip') === 'gzip';
  const bytes = isZipped ? zipped : gunzipSync(zipped);
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
