import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const COMPRESSIBLE = /\.(js|css|svg)$/;

let outDir = '';
/** Compresses each file once, because the API serves the stored bytes. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  configResolved(config) {
    outDir = resolve(config.root, config.build.outDir);
  },
  closeBundle() {
    const folder = `${outDir}/assets/`;
    for (const name of readdirSync(folder).filter((each) => COMPRESSIBLE.test(each))) {
      const bytes = readFileSync(folder + name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(`${folder}${name}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${folder}${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  cacheDir: here('../../node_modules/.vite/dashboard'),
  plugins: [react(), compress],
  resolve: {
    alias: {
      '@trunkline/client/lists': here('../../libs/client/src/generated/lists.ts'),
      '@trunkline/client': here('../../libs/client/src/index.ts'),
    },
  },
  // The API replaces the placeholder with a new nonce in each response. Nothing inline runs without it.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 4200, proxy: { '/v1': process.env['API_URL'] ?? 'http://localhost:3000' } },
  build: {
    outDir: here('../../dist/apps/dashboard'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // The policy of the page allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page loads is one file, which compresses better than many.
    // The icons of all pages are one file too: the navigation of every page takes a third of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'icons', test: /lucide-react/ },
            { name: 'inputs', test: /@mantine.core.*(Input|InputBase|TextInput|PasswordInput|NativeSelect)\// },
          ],
        },
      },
    },
  },
});
