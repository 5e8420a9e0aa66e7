import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { indexRoutes } from './indexed-routes';

const ROUTES = [
  '/',
  '/v1',
  '/v1/things',
  '/v1/things/new',
  '/v1/things/:id',
  '/v1/things/:id/parts',
  '/v1/:kind/parts',
];
const MORE = ['/:any', '/v1/others', '/v1/others/{*rest}', '/health', /^\/v1\/thing.$/];
const PATHS = [
  ...['/', '/v1', '/v1/', '/v1/things', '/v1/things/', '/v1/things/new', '/v1/things/7', '/v1/things/7/parts'],
  ...['/v1/x/parts', '/health', '/health/', '/health?a=/v1/things', '/x', '/x/y', '/v1/others', '/v1/others/a/b'],
  ...['/v1/others/', '//v1/things', '/V1/things', '/v1/%74hings', '/v1/thing7', '/v1/things%2F7', '/v1//things'],
  ...['/sub', '/sub/a', '/sub/a/b?c=d', '/v1/things/new?go=on', '/v1/things/parts?go=on', '/health?go=on'],
];

/** Answers with the routes that a request passed: the first that matches, or all of them if it says so. */
function appOf(): Express {
  const app = express().set('case sensitive routing', true).set('strict routing', true);
  app.use((_request, response, next) => {
    response.locals['passed'] = ['first'];
    next();
  });
  const add = (path: string | RegExp) =>
    app.get(path, (request, response, next) => {
      const passed = response.locals['passed'] as string[];
      passed.push(`${String(path)} ${JSON.stringify(request.params)}`);
      if (request.query['go'] === 'on') next();
      else response.json(passed);
    });
  ROUTES.forEach(add);
  app.use('/sub', (request, response) => void response.json(['sub', request.url]));
  MORE.forEach(add);
  app.post('/v1/things', (_request, response) => void response.json('posted'));
  app.use((_request, response) => void response.status(404).json(response.locals['passed']));
  return app;
}

function indexed(app: Express): Express {
  indexRoutes(app);
  return app;
}

async function answersOf(app: Express, requests: readonly (readonly [method: string, path: string])[]) {
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers: unknown[] = [];
  for (const [method, path] of requests) {
    const response = await fetch(`${root}${path}`, { method });
    answers.push([method, path, response.status, response.headers.get('allow'), await response.text()]);
  }
  await new Promise((closed) => server.close(closed));
  return answers;
}

describe('indexRoutes', () => {
  it('answers every request as the routes in their order do', async () => {
    const requests = [
      ...PATHS.map((path) => ['GET', path] as const),
      ...['POST', 'HEAD', 'OPTIONS'].map((method) => [method, '/v1/things'] as const),
    ];
    const answers = await answersOf(indexed(appOf()), requests);
    expect(answers).toEqual(await answersOf(appOf(), requests));
    expect(answers).toContainEqual(['GET', '/v1/things/7', 200, null, '["first","/v1/things/:id {\\"id\\":\\"7\\"}"]']);
  });

  it('tries no route of another resource', async () => {
    const app = appOf();
    const tried: unknown[] = [];
    const { stack } = app.router as unknown as { stack: { route?: { path: unknown }; match(path: string): unknown }[] };
    for (const layer of stack) {
      const match = layer.match.bind(layer);
      layer.match = (path) => {
        tried.push(layer.route?.path);
        return match(path);
      };
    }
    await answersOf(indexed(app), [['GET', '/v1/others']]);
    expect(tried).toEqual([undefined, '/v1/:kind/parts', undefined, '/:any', '/v1/others']);
  });
});
