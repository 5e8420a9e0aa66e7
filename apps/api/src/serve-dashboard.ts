import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Log, type Settings } from '@trunkline/platform';
import type { NextFunction, Request, Response } from 'express';
import { isOpened } from './http/answers/unknown-page';
import { asAddressed, DASHBOARD_PREFIX } from './http/guard/origins';

interface Asset {
  readonly type: string;
  /** By content coding; the plain bytes under ''. */
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly etag: string;
}

type DashboardSettings = Pick<Settings, 'ROOT_URL' | 'DASHBOARD_URL' | 'CARD_PROCESSOR' | 'WSS_URL' | 'captcha'>;
type Handler = (request: Request, response: Response, next: NextFunction) => void;

const FOLDER = join('dist', 'apps', 'dashboard');
const NONCE = /__CSP_NONCE__/g;
const ETAG_LENGTH = 22;
/** Longer than the path of any page. */
const PATH_MAX = 1000;
/** How much of an unreadable path is left: its characters take up to three each, once they are encoded. */
const SHOWN_MAX = 300;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const SUFFIXES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Serves the built dashboard at {ROOT_URL}/dashboard, unless DASHBOARD_URL leads elsewhere. */
export function serveDashboard(app: NestExpressApplication, settings: DashboardSettings): void {
  if (settings.DASHBOARD_URL !== `${settings.ROOT_URL}${DASHBOARD_PREFIX}`) return;
  if (existsSync(join(FOLDER, 'index.html'))) app.use(DASHBOARD_PREFIX, dashboardHandler(FOLDER, settings));
  else app.get(Log).warn({ folder: FOLDER }, 'the dashboard is not built and not served');
}

/** Leads from the root of the API to the dashboard. Clients that ask for JSON get 404. */
export function redirectRoot(app: NestExpressApplication, settings: Settings): void {
  app.use('/', (request: Request, response: Response, next: NextFunction) => {
    const isOpened = request.path === '/' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isOpened || request.accepts(['html', 'json']) !== 'html') return next();
    response.vary('Accept');
    response.redirect(302, asAddressed(settings.DASHBOARD_URL, request, settings));
  });
}

/**
 * Answers from memory. Paths without an extension, and whatever a browser opens as a page, get the page, which routes in the
 * browser, at a path that it can read; files of the build that do not exist, and other methods than GET and HEAD, are left to
 * the next handler.
 */
export function dashboardHandler(folder: string, settings: DashboardSettings): Handler {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readAssets(folder);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const asset = assets.get(request.path);
    if (asset) sendAsset(request, response, asset);
    else if (extname(request.path) !== '' && !isOpened(request)) next();
    else if (isReadable(request.path)) sendPage(response, page, settings);
    else response.redirect(302, `${DASHBOARD_PREFIX}/${encodeURIComponent(request.path.slice(1, SHOWN_MAX))}`);
  };
}

/** True for a path that a page can have. For a path that it cannot decode, the router of the dashboard draws nothing. */
function isReadable(path: string): boolean {
  try {
    return path.length <= PATH_MAX && !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(file)];
    if (type !== undefined) assets.set(`/${file}`, readAsset(join(folder, file), type));
  }
  return assets;
}

function readAsset(path: string, type: string): Asset {
  const plain = readFileSync(path);
  const bytes = new Map([['', plain]]);
  for (const [encoding, suffix] of SUFFIXES) {
    if (existsSync(path + suffix)) bytes.set(encoding, readFileSync(path + suffix));
  }
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, ETAG_LENGTH)}"`;
  return { type, bytes, etag };
}

/** The names of files under /assets/ contain a hash of their contents, so that browsers never ask for them again. */
function sendAsset(request: Request, response: Response, { type, bytes, etag }: Asset): void {
  const isHashed = request.path.startsWith('/assets/');
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  response.setHeader('ETag', etag);
  response.vary('Accept-Encoding');
  if (request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  const encoding =
    SUFFIXES.map(([name]) => name).find((name) => bytes.has(name) && request.acceptsEncodings(name)) ?? '';
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.get(encoding)?.length ?? 0);
  response.end(request.method === 'HEAD' ? undefined : bytes.get(encoding));
}

function sendPage(response: Response, page: string, settings: DashboardSettings): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Security-Policy', policy(nonce, settings));
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(self), payment=(self)');
  response.end(page.replace(NONCE, nonce));
}

/** Nothing from other origins, except the card form, the bot challenge, and calls over the switch. */
function policy(nonce: string, { CARD_PROCESSOR, WSS_URL, captcha }: DashboardSettings): string {
  const isStripe = CARD_PROCESSOR === 'stripe';
  const stripe = (...origins: string[]): string =>
    isStripe ? origins.map((origin) => ` https://${origin}`).join('') : '';
  const challenge = (captcha?.origins ?? []).map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${stripe('js.stripe.com')}${challenge}`,
    `style-src 'self' 'nonce-${nonce}'${challenge}`,
    "img-src 'self' blob:",
    "font-src 'self'",
    // The switch, to which the softphone of a WebRTC user connects.
    `connect-src 'self' ${new URL(WSS_URL).origin}${stripe('api.stripe.com')}${challenge}`,
    `frame-src${stripe('js.stripe.com', 'hooks.stripe.com') + challenge || " 'none'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
