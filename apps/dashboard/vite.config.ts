import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** The pages before sign-in, which a signed-in user does without. */
const OF_SIGN_IN = /\/pages\/sign-in\//;
/** Parts of packages that other pages use, too, which would load sign-in with them. */
const OF_SIGN_IN_AND_OTHERS = /\/(?:Title|Divider|use-computed-color-scheme|useQuery)\.m?js$/;
/** An icon of Home and of lists, without which Home would load what lists share. */
const OF_HOME_AND_LISTS = /\/lucide-react\/.*\/plus\.mjs$/;
/** Charts and tables of calls, which Home shares with few pages. */
const OF_FIGURES = /\/(?:pages|ui\/charts)\//;
/** What Home says of other areas, which the log of calls does without. */
const OF_ATTENTION = /\/pages\/(?:alarms|documents|webhooks)/;
/** What the pages of one resource share with lists: buttons that open dialogs, and small parts. */
const OF_RESOURCES =
  /src\/(?:ui\/(?:dialogs\/(?:dialog|dialog-button|confirm-button|action-menu)|forms\/(?:choice|search-field)|tables\/filter-texts)|pages\/(?:calls\/route-name|numbers\/routes))\.tsx?$/;
/** A list without filters, which the page of one resource has. */
const OF_ROWS = /src\/ui\/tables\/list\.tsx$/;
/** What every list needs. What only one page has, or what comes after the rows, is not among it. */
const OF_TABLES =
  /src\/ui\/tables\/(?!windowing|settings\/table-tools|no-rows|state-tabs|selection\/(?:bulk-bar|selected-rows))/;
/** What several lists name, filter by or offer: small parts, which weigh twice as much by themselves. */
const OF_LISTS =
  /src\/(?:session\/members|pages\/call-log\/countr|ui\/views\/saved-views|pages\/exports\/export-(?:button|kinds)|format\/flag)/;
/** What the log of calls shares with the page of a number. */
const OF_CALLS = /\/pages\/call-log\/result-chart/;
/** Several queries at once, which documents and ports use, too. */
const OF_QUERIES = /\/(?:queriesObserver|useQueries)\.js$/;
const SIGN_IN = 'src/pages/sign-in/sign-in.tsx';
const HOME = 'src/pages/home/home.tsx';
const OF_HOME = /\/pages\/home\//;

let outDir = '';
/** Compresses each file once, because the API serves the stored bytes. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  configResolved(config) {
    outDir = resolve(config.root, config.build.outDir);
  },
  // Unlike closeBundle, not called after a failure, which an error of this step would hide.
  writeBundle() {
    const folder = `${outDir}/assets/`;
    for (const name of readdirSync(folder).filter((each) => COMPRESSIBLE.test(each))) {
      const bytes = readFileSync(folder + name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(`${folder}${name}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${folder}${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** Returns the sources that pages import, directly or through others. */
function sourcesOf(pages: readonly string[], context: Pick<Rolldown.PluginContext, 'getModuleInfo'>) {
  const sources = new Set(pages.map(here));
  // A set yields what is added while it is read.
  for (const source of sources) {
    const imported = context.getModuleInfo(source)?.importedIds ?? [];
    for (const id of imported.filter((each) => !each.includes('/node_modules/'))) sources.add(id);
  }
  return sources;
}

/** Puts the sources that pages import into one chunk. Of the packages, the bundler adds what these use. */
function importsOf(
  name: string,
  pages: readonly string[],
  takes = (_id: string, isImported: boolean): boolean => isImported,
): Rolldown.CodeSplittingGroup {
  let sources: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id, context) => {
      sources ??= sourcesOf(pages, context);
      return takes(id, sources.has(id)) ? name : null;
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  cacheDir: here('../../node_modules/.vite/dashboard'),
  plugins: [react(), compress],
  resolve: {
    alias: {
      '@trunkline/client/lists': here('../../libs/client/src/generated/lists.ts'),
      '@trunkline/client': here('../../libs/client/src/index.ts'),
      '@trunkline/pbx-guides': here('../../libs/pbx-guides/src/index.ts'),
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
    // A browser loads six files at a time, so the first page has few: `initial` and `entry` are loaded by every page, `frame` by
    // those of a signed-in user. See "Scripts" in README.md.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'] },
            importsOf(
              'entry',
              [SIGN_IN],
              (id, isImported) => (isImported && !OF_SIGN_IN.test(id)) || OF_SIGN_IN_AND_OTHERS.test(id),
            ),
            importsOf('sign-in', [SIGN_IN]),
            importsOf(
              'frame',
              ['src/shell/shell.tsx', HOME],
              (id, isImported) => (isImported && !OF_FIGURES.test(id)) || OF_HOME_AND_LISTS.test(id),
            ),
            importsOf(
              'figures',
              [HOME],
              (id, isImported) => (isImported && !OF_HOME.test(id) && !OF_ATTENTION.test(id)) || OF_CALLS.test(id),
            ),
            importsOf(
              'attention',
              [HOME],
              (id, isImported) => (isImported && OF_ATTENTION.test(id)) || OF_QUERIES.test(id),
            ),
            { name: 'resources', test: OF_RESOURCES },
            { name: 'rows', test: OF_ROWS },
            { name: 'tables', test: (id) => OF_TABLES.test(id) || OF_LISTS.test(id) },
            importsOf('forms', ['src/ui/forms/edit-form.tsx']),
          ],
        },
      },
    },
  },
});
