import { createServer, type Server } from 'node:http';
import { build } from 'esbuild';

/** What the page needs to register. */
export interface SoftphoneSettings {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly domain: string;
  /** Dialled by default. */
  readonly number?: string;
}

export interface SoftphonePage {
  readonly url: string;
  readonly close: () => void;
}

const SOURCE = 'tools/sip/phones/softphone.mjs';
const HTML = 'text/html; charset=utf-8';

const bare =
  '<!doctype html><meta charset="utf-8"><title>Softphone</title><body><script src="softphone.js"></script></body>';

const withForm = (number: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Softphone</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 34rem; padding: 0 1rem; }
      input, button { font: inherit; padding: 0.4rem 0.8rem; }
      ul { color: #555; font-size: 0.9rem; padding-left: 1.2rem; }
    </style>
  </head>
  <body>
    <h1>Softphone</h1>
    <p><span id="state" role="status">connecting</span>, <span id="call" role="status">no call</span></p>
    <form id="dial">
      <label for="number">Number</label>
      <input id="number" value="${number}" />
      <button>Call</button>
      <button type="button" id="hang-up">Hang up</button>
    </form>
    <ul id="log"></ul>
    <script src="softphone.js"></script>
  </body>
</html>
`;

/** Serves the softphone on a port of this machine: browsers allow the microphone there without TLS. */
export async function serveSoftphone(port: number, settings: SoftphoneSettings | null): Promise<SoftphonePage> {
  const bundle = await build({ entryPoints: [SOURCE], bundle: true, format: 'iife', write: false, logLevel: 'error' });
  const answers: Readonly<Record<string, readonly [string, string]>> = {
    '/': [HTML, settings ? withForm(settings.number ?? '') : bare],
    '/softphone.js': ['text/javascript', bundle.outputFiles[0]?.text ?? ''],
    '/settings.json': ['application/json', JSON.stringify(settings)],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  await listen(server, port);
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
}
