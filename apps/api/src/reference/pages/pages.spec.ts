import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorMessages } from '../errors';
import { describeApi } from '../reference';
import { ApiDocument } from './document';
import { readGuides } from './guides';
import { Pages } from './pages';
import { statusesOf } from './search-index';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const { api } = describeApi({ api: 'https://api.example.com/', operator: '/' });
const guides = readGuides(join(ROOT, 'docs/guides'));
const surroundings = {
  style: '/docs/assets/docs-style-1.css',
  script: '/docs/assets/docs-1.js',
  icon: undefined,
  dashboard: 'https://api.example.com/dashboard',
  isSandbox: true,
};
const pages = new Pages({ document: api, guides, messages: errorMessages() }, surroundings);
const document = new ApiDocument(api);

/** The pages of the dashboard, with their parameters. */
const dashboard = readFileSync(join(ROOT, 'apps/dashboard/src/router/pages.ts'), 'utf8').matchAll(
  /page\(\s*'([^']+)'/g,
);
const dashboardPages = new Set([...dashboard].map(([, path]) => path));

describe('the pages of the documentation', () => {
  const rendered = new Map(pages.paths.map((path) => [path, pages.render(path) ?? '']));
  const ids = new Map(
    [...rendered].map(([path, text]) => [path, [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
  );
  const idsOf = (path: string) => ids.get(path) ?? [];
  const linksOf = ([from, text]: readonly [string, string]) =>
    [...text.matchAll(/href="([^"#]*)(?:#([^"]+))?"/g)].map(([, to, id]) => ({ from, to: to || from, id }));

  it('have no dead links', () => {
    const links = [...rendered].flatMap(linksOf);
    expect(links.length).toBeGreaterThan(10_000);
    const isDead = ({ to = '', id }: { readonly to?: string; readonly id?: string | undefined }) => {
      if (to.startsWith('/docs/assets/') || to === '/openapi.json') return false;
      if (to.startsWith(surroundings.dashboard))
        return to !== surroundings.dashboard && !dashboardPages.has(to.slice(surroundings.dashboard.length));
      const path = to.replace('https://api.example.com', '');
      if (path.startsWith('https://')) return false;
      return !rendered.has(path) || (id !== undefined && !idsOf(path).includes(id));
    };
    expect(links.filter(isDead)).toEqual([]);
  });

  it('have each id once', () => {
    const repeated = [...rendered.keys()].filter((path) => new Set(idsOf(path)).size < idsOf(path).length);
    expect(repeated).toEqual([]);
  });

  it('contain neither scripts nor styles of their own', () => {
    const inline = [...rendered].filter(([, text]) => /<script(?! src)|<style| style=| on\w+="/.test(text));
    expect(inline.map(([path]) => path)).toEqual([]);
  });

  it('are each small: the largest of an operation has at most 250 kB', () => {
    const sizes = [...rendered].map(([path, text]) => [path, text.length] as const);
    expect(sizes.filter(([, bytes]) => bytes > 250_000)).toEqual([]);
    expect(pages.searchIndex().length).toBeLessThan(120_000);
  });

  it('explain every error code', () => {
    const messages = errorMessages();
    const codes = [...statusesOf(document.operations.values()).keys()];
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter((code) => !messages.has(code))).toEqual([]);
  });

  it('leave unknown paths to the API', () => {
    expect(pages.render('/docs/operations/numbers.lose')).toBeUndefined();
  });

  it('escape what texts contain', () => {
    expect(pages.render('/docs/guides/webhooks')).toContain('t=&lt;unix&gt;');
  });
});

describe('the guides', () => {
  const codes = statusesOf(document.operations.values());
  const inlineCodes = guides.flatMap(({ slug, text }) =>
    [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ slug, code })),
  );
  const eventTypes = new Set(readFileSync(join(ROOT, 'docs/events.md'), 'utf8').match(/(?<=^\| `)[\w.]+(?=`)/gm));

  it('name operations, error codes and types of events that exist', () => {
    const operations = inlineCodes.filter(({ code }) => /^[a-z]\w*(\.[a-z]\w*)+$/i.test(code));
    expect(operations.length).toBeGreaterThan(40);
    const isKnown = (code: string) => document.operations.has(code) || eventTypes.has(code);
    expect(operations.filter(({ code }) => !isKnown(code))).toEqual([]);
    const named = new Set(inlineCodes.filter(({ code }) => codes.has(code)).map(({ code }) => code));
    expect(named.size).toBeGreaterThan(20);
  });

  it('name only members, values, codes and permissions of the document', () => {
    const words = new Set(JSON.stringify(api).match(/[a-z]+(_[a-z0-9]+)+/g));
    const others = new Set([
      'invalid_grant',
      'access_denied',
      'code_verifier',
      'client_secret',
      'access_token',
      'refresh_token',
    ]);
    const snake = inlineCodes.filter(({ code }) => /^[a-z]+(_[a-z0-9]+)+$/.test(code));
    expect(snake.length).toBeGreaterThan(60);
    expect(snake.filter(({ code }) => !words.has(code) && !others.has(code))).toEqual([]);
  });

  it('send requests that the document describes', () => {
    const commands = guides.flatMap(({ slug, text }) =>
      [...text.matchAll(/^curl .*?(?<!\\)\n(?=$|```|curl|export)/gms)].map(([command]) => ({ slug, command })),
    );
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.flatMap(({ slug, command }) => faultsOf(command).map((fault) => `${slug}: ${fault}`))).toEqual([]);
  });

  it('show responses whose members the document has', () => {
    const names = new Set(JSON.stringify(api).match(/(?<=")[a-z]\w*(?="\s*:)/g));
    const shown = guides.flatMap(({ slug, text }) =>
      [...text.matchAll(/```json\n(.*?)```/gs)].flatMap(([, json = '']) =>
        namesIn(JSON.parse(json)).map((name) => ({ slug, name })),
      ),
    );
    // The names of invalid members are what the request sent.
    expect(shown.filter(({ name }) => !names.has(name) && name !== 'colour')).toEqual([]);
    expect(shown.length).toBeGreaterThan(150);
  });
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

/** Returns what the document does not know of a command: its operation, query or members of its body. */
function faultsOf(command: string): string[] {
  const [, address = ''] = /"\$TRUNKLINE_URL([^"]*)"/.exec(command) ?? [];
  const [path = '', query = ''] = address.split('?');
  const body = /-d (['"])(\{.*\})\1/s.exec(command)?.[2]?.replaceAll('\\"', '"');
  const hasBody = body !== undefined || / -d | -F /.test(command);
  const [, method = hasBody ? 'POST' : 'GET'] = /-X (\w+)/.exec(command) ?? [];
  const operation = [...document.operations.values()].find(
    (each) => each.method === method && pathPattern(each.path).test(path),
  );
  if (!operation) return [`${method} ${path}`];
  const known = new Set(operation.parameters.map(({ name }) => name));
  const unknown = [...new URLSearchParams(query).keys()].filter((name) => !known.has(name));
  const members = document.resolve(operation.bodies['application/json']?.schema ?? {}).properties ?? {};
  const sent = body === undefined ? [] : Object.keys(JSON.parse(body) as object);
  return [...unknown, ...sent.filter((name) => !(name in members) && name !== 'colour')].map(
    (name) => `${operation.id} ${name}`,
  );
}

const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`);

it('are in the folder that the image of the API contains', () => {
  expect(existsSync(join(ROOT, 'docs/guides/first-call.md'))).toBe(true);
  expect(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')).toContain('COPY docs/guides docs/guides');
  expect(readFileSync(join(ROOT, '.dockerignore'), 'utf8')).toContain('!docs/guides');
});
