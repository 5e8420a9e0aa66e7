import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expressPrototypes } from './express-prototypes';

const prototypesOf = (...messages: (IncomingMessage | ServerResponse)[]): unknown[] =>
  messages.map((message) => Object.getPrototypeOf(message) as unknown);

it('creates requests and responses whose prototypes Express does not replace', async () => {
  const seen: unknown[][] = [];
  const app = express().get('/', (request, response) => {
    seen.push(prototypesOf(request, response));
    response.status(201).send(request.get('host'));
  });
  const server = createServer(expressPrototypes(app), (request, response) => {
    seen.push(prototypesOf(request, response));
    app(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`http://${address}/`, { headers: { connection: 'close' } });
  expect([answer.status, await answer.text()]).toEqual([201, address]);
  expect(seen).toHaveLength(2);
  expect(seen[1]?.map((prototype, at) => prototype === seen[0]?.[at])).toEqual([true, true]);
  await new Promise((closed) => server.close(closed));
});
