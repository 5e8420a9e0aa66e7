import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '@trunkline/platform/process';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import * as v from 'valibot';
import { ChangeFeed, type Changes } from './change-feed';
import { SwitchApi } from './switch-api';

type Page = {
  readonly items: readonly string[];
  readonly next: string;
  readonly more?: boolean;
  readonly reset?: boolean;
};

describe('a list with a change cursor', () => {
  let server: Server;
  let feed: ChangeFeed<string>;
  let pages: ((after: string | null) => Page | null)[];
  const asked: (string | null)[] = [];
  const applied: Changes<string>[] = [];
  let isRefused = false;

  beforeEach(async () => {
    asked.length = 0;
    applied.length = 0;
    isRefused = false;
    server = createServer((request, response) => {
      const after = new URL(request.url ?? '', 'http://x').searchParams.get('after');
      asked.push(after);
      const page = (pages.length > 1 ? pages.shift() : pages[0])?.(after);
      const status = page ? 200 : 503;
      response.writeHead(status).end(JSON.stringify({ more: false, ...page }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const urls = [`http://127.0.0.1:${port}`];
    const api = new SwitchApi({ urls, token: 't', switchId: 'sw1', node: '', metrics: new Metrics('test') });
    const apply = (changes: Changes<string>) => {
      if (isRefused) return Promise.reject(new Error('not now'));
      applied.push(changes);
      return Promise.resolve();
    };
    const options = { path: '/list', member: 'items', item: v.string(), intervalMs: 10, apply };
    feed = new ChangeFeed(api, options, new RecordingLog());
  });
  afterEach(async () => {
    await feed.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const nothing = () => ({ items: [], next: '9' });

  it('is applied as a whole once its last page has arrived, then as changes', async () => {
    pages = [
      () => ({ items: ['a', 'b'], next: '1', more: true, reset: true }),
      () => ({ items: ['c'], next: '2' }),
      () => ({ items: ['d'], next: '3' }),
      nothing,
    ];
    feed.start();
    await eventually(() =>
      expect(applied).toEqual([
        { items: ['a', 'b', 'c'], isComplete: true },
        { items: ['d'], isComplete: false },
      ]),
    );
    expect(asked.slice(0, 3)).toEqual([null, '1', '2']);
  });

  it('begins anew when the cursor is too old, even between two pages', async () => {
    pages = [
      () => ({ items: ['a'], next: '1', more: true, reset: true }),
      () => ({ items: ['x'], next: '5', more: true, reset: true }),
      () => ({ items: ['y'], next: '6' }),
      nothing,
    ];
    feed.start();
    await eventually(() => expect(applied).toEqual([{ items: ['x', 'y'], isComplete: true }]));
  });

  it('is read as a whole again after a failure', async () => {
    pages = [
      () => ({ items: ['a'], next: '1', reset: true }),
      () => null,
      () => ({ items: ['b'], next: '2', reset: true }),
      nothing,
    ];
    feed.start();
    await eventually(() => expect(applied.at(-1)).toEqual({ items: ['b'], isComplete: true }));
    expect(asked.slice(0, 3)).toEqual([null, '1', null]);
  });

  it('is read again when the changes could not be applied', async () => {
    isRefused = true;
    pages = [() => ({ items: ['a'], next: '1', reset: true })];
    feed.start();
    await eventually(() => expect(asked.length).toBeGreaterThan(1));
    isRefused = false;
    await eventually(() => expect(applied[0]).toEqual({ items: ['a'], isComplete: true }));
    expect(asked[1]).toBeNull();
  });
});
