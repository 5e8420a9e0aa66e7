// npm run bench [-- cdrs|checkout|compliance|events|http|identity|ingest|ledger|numbers|billing-run|oauth|sign-in|streams|
// switch|uploads|webhooks …]: measures each entry beside its floor.
// Prints a table and writes .bench/results.json. `numbers` includes `billing-run`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { benchBillingRun } from './bench/billing/billing-run';
import { benchCdrs } from './bench/cdrs/cdrs';
import { benchCheckout } from './bench/checkout/checkout';
import { benchReviewQueue } from './bench/compliance/review-queue';
import { benchUploads } from './bench/compliance/uploads';
import { benchEvents } from './bench/events';
import { benchHttp } from './bench/http';
import { benchIdentity } from './bench/identity';
import { benchIngest } from './bench/ingest/ingest';
import { benchLedger } from './bench/ledger';
import type { Comparison } from './bench/measure';
import { benchNumbers } from './bench/numbers/numbers';
import { benchOAuth } from './bench/oauth/oauth';
import { benchSignIn } from './bench/sign-in/sign-in';
import { benchStreams } from './bench/streams';
import { benchSwitch } from './bench/switch';
import { benchWebhooks } from './bench/webhooks/webhooks';

const ENTRIES: Readonly<Record<string, () => Promise<Comparison[]>>> = {
  cdrs: benchCdrs,
  checkout: benchCheckout,
  compliance: benchReviewQueue,
  events: benchEvents,
  http: benchHttp,
  identity: benchIdentity,
  ingest: benchIngest,
  ledger: benchLedger,
  numbers: benchNumbers,
  'billing-run': benchBillingRun,
  oauth: benchOAuth,
  'sign-in': benchSignIn,
  streams: benchStreams,
  switch: benchSwitch,
  uploads: benchUploads,
  webhooks: benchWebhooks,
};
const ROUND = { floor: 12, name: 56 };

const given = process.argv.slice(2);
const asked = given.includes('numbers') ? [...given, 'billing-run'] : given;
const unknown = asked.filter((name) => !(name in ENTRIES));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(ENTRIES).join(', ')}.\n`);
  process.exit(1);
}

const results: Comparison[] = [];
for (const [name, run] of Object.entries(ENTRIES))
  if (asked.length === 0 || asked.includes(name)) results.push(...(await run()));

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
print(results);
mkdirSync('.bench', { recursive: true });
const record = { at: new Date().toISOString(), machine, results };
writeFileSync('.bench/results.json', `${JSON.stringify(record, null, 2)}\n`);
process.stdout.write(`\n${machine}\nwritten to .bench/results.json\n`);
process.exitCode = results.some(({ ratio, target }) => ratio < target) ? 1 : 0;

function print(rows: readonly Comparison[]): void {
  const line = (cells: readonly string[]) =>
    `${(cells[0] ?? '').padEnd(ROUND.name)}${cells
      .slice(1)
      .map((cell) => cell.padStart(ROUND.floor))
      .join('')}\n`;
  process.stdout.write(line(['', 'floor', 'ours', 'ratio', 'target']));
  for (const { name, unit, floor, ours, ratio, target } of rows) {
    process.stdout.write(
      line([name, `${Math.round(floor)} ${unit}`, `${Math.round(ours)} ${unit}`, ratio.toFixed(2), target.toFixed(2)]),
    );
  }
}
