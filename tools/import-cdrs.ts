import 'reflect-metadata';
import { createReadStream, createWriteStream, statSync, type WriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FAULTS_SHOWN,
  type FileFault,
  type FormerCall,
  IMPORT_BATCH,
  IMPORT_SOURCES,
  ImportCdrs,
  ImportFileReader,
  type ImportSource,
} from '@trunkline/cdr';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { OperatorAccountQueries } from '@trunkline/identity';
import { csvRecord } from '@trunkline/kernel';
import { AuditTrail, loadSettings, PlatformModule, readSettingFiles, runAs } from '@trunkline/platform';
import { secretsOf } from './stack/data-dir';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';

const USAGE = `Usage: npm run import-cdrs -- <file.csv or file.csv.gz> --account <id or email> [--from <provider>]
         [--map <member>=<column> …] [--timezone <zone>] [--dry-run]

Adds the call records of a former provider to an account, free of charge. The export of Twilio, Telnyx or DIDWW is recognised by its
columns; any other file needs the columns of our own CDRs, or --map. Repeat it after an interruption, or whenever you like: each call
is added once. Works on the database at DATABASE_URL, otherwise on that of the running stack. See docs/moving.md.

  --account    Id of the account, or email of a member.
  --from       ${IMPORT_SOURCES.join(', ')}: instead of recognising the provider.
  --map        Column of a member, for columns with other names, for example --map started_at="Call date".
  --timezone   IANA zone of times that have none, for example Europe/Berlin.
  --dry-run    Reads the file and reports what would be added. Changes nothing.

Exits with 0 when all rows were imported, 3 when some were refused, 1 when the import failed, 2 for wrong arguments.`;

const EXIT = { failed: 1, usage: 2, refused: 3 } as const;
const PROGRESS_MS = 5_000;
const BAR_WIDTH = 30;
const READ_BYTES = 262_144;

/** What the operator asked for cannot be done. The message says why. */
class Refusal extends Error {}

interface Request {
  readonly file: string;
  readonly account: string;
  readonly from: ImportSource | null;
  readonly map: ReadonlyMap<string, string>;
  readonly timezone: string | null;
  readonly isDryRun: boolean;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  account: { type: 'string' },
  from: { type: 'string' },
  map: { type: 'string', multiple: true },
  timezone: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

function requestOf(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Refusal('Name one file.');
  const { account, from, map = [], timezone = null, 'dry-run': isDryRun = false } = values;
  if (account === undefined) throw new Refusal('Name the account with --account.');
  return { file, account, from: sourceOf(from), map: new Map(map.map(columnOf)), timezone, isDryRun };
}

function sourceOf(name: string | undefined): ImportSource | null {
  const source = IMPORT_SOURCES.find((known) => known === name) ?? null;
  if (name !== undefined && source === null) throw new Refusal(`--from: ${name} is not a known provider.`);
  return source;
}

function columnOf(pair: string): readonly [member: string, column: string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new Refusal(`--map: write <member>=<column> instead of ${pair}.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** Those of the environment, on the database and the secrets of a stack that runs on DATA_DIR if they name none. */
function settingsOfDeployment() {
  const env = readSettingFiles(process.env);
  const dataDir = dataDirOf(env);
  const stack = env['DATABASE_URL'] ? null : findRunningStack(dataDir);
  const found = stack ? { ...secretsOf(dataDir), DATABASE_URL: stack.databaseUrl, ROOT_URL: stack.rootUrl } : {};
  return loadSettings({ LOG_LEVEL: 'error', ...found, ...env });
}

async function accountIdOf(app: INestApplicationContext, account: string): Promise<string> {
  const filter = account.includes('@') ? { email: account.toLowerCase() } : { id: account };
  const page = { limit: 2, sort: 'created_at', order: 'asc', after: null } as const;
  const { items } = await app.get(OperatorAccountQueries, { strict: false }).list(filter, page);
  const [found, other] = items;
  if (!found) throw new Refusal(`There is no account ${account}.`);
  if (other) throw new Refusal(`${account} is a member of several accounts. Name the id of one.`);
  if (found.status === 'closed') throw new Refusal(`The account ${found.id} is closed.`);
  return found.id;
}

/** Shows how much of the file was read: as a bar in a terminal, and as a line every five seconds elsewhere. */
class Progress {
  bytes = 0;
  private shown = Date.now();

  constructor(private readonly total: number) {}

  show(text: string): void {
    const line = `${String(Math.floor(this.share * 100)).padStart(3)} %  ${text}`;
    if (process.stderr.isTTY) process.stderr.write(`\r${this.bar} ${line}`);
    else if (Date.now() - this.shown >= PROGRESS_MS) {
      this.shown = Date.now();
      process.stderr.write(`${line}\n`);
    }
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\n');
  }

  private get share(): number {
    return this.total === 0 ? 1 : this.bytes / this.total;
  }

  private get bar(): string {
    const filled = Math.round(this.share * BAR_WIDTH);
    return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
  }
}

/** Writes all faults to a file beside the imported one, and the first hundred to standard error. */
class FaultLog {
  count = 0;
  private readonly file: string;
  private out: WriteStream | null = null;

  constructor(imported: string) {
    this.file = join(dirname(imported), `${basename(imported).replace(/(?:\.csv)?(?:\.gz)?$/i, '')}.faults.csv`);
  }

  readonly report = ({ line, column, message }: FileFault): void => {
    this.count += 1;
    this.out ??= createWriteStream(this.file, { mode: 0o600 }).on('error', (error) => this.failures.push(error));
    if (this.count === 1) this.out.write(csvRecord(['line', 'column', 'message']));
    this.out.write(csvRecord([line, column ?? '', message]));
    if (this.count <= FAULTS_SHOWN) process.stderr.write(`line ${line}${column ? `, ${column}` : ''}: ${message}\n`);
  };

  private readonly failures: Error[] = [];

  /** Waits until what was reported is written, so that a file full of faults does not fill the memory. */
  async flushed(): Promise<void> {
    const [failure] = this.failures;
    if (failure) throw new Refusal(`${this.file} cannot be written: ${failure.message}`);
    if (this.out?.writableNeedDrain) await Promise.race([once(this.out, 'drain'), once(this.out, 'error')]);
  }

  async end(): Promise<void> {
    if (!this.out) return;
    this.out.end();
    if (this.failures.length === 0) await Promise.race([once(this.out, 'finish'), once(this.out, 'error')]);
    await this.flushed();
    process.stderr.write(`${this.count} faults: ${this.file}\n`);
  }
}

/** Returns the text of a file part by part. */
async function* textOf(file: string, progress: Progress): AsyncGenerator<string> {
  const counter = new PassThrough();
  counter.on('data', (chunk: Buffer) => (progress.bytes += chunk.length));
  counter.pause();
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  // An error of any of the streams ends the last one, which is read here.
  const ignore = () => undefined;
  const bytes: Readable = file.toLowerCase().endsWith('.gz')
    ? pipeline(source, counter, createGunzip(), ignore)
    : pipeline(source, counter, ignore);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

async function importFile(app: INestApplicationContext, request: Request): Promise<number> {
  const cdrs = app.get(ImportCdrs, { strict: false });
  const accountId = await accountIdOf(app, request.account);
  const faults = new FaultLog(request.file);
  const reader = new ImportFileReader({ ...cdrs.period(), ...request }, faults.report);
  const progress = new Progress(statSync(request.file).size);
  let [calls, added] = [0, 0];
  let waiting: FormerCall[] = [];
  let source: ImportSource | null = null;
  const begin = async (): Promise<ImportSource> => {
    const columns = reader.columns;
    if (!columns) throw new Error('A call was read before the header.');
    const { ignored, format } = columns;
    process.stderr.write(`${format.source}${ignored.length > 0 ? `; not read: ${ignored.join(', ')}` : ''}\n`);
    const after = { source: format.source, file: basename(request.file) };
    const entry = { actor: 'import-cdrs', action: 'cdr.import', subject: accountId, accountId, after };
    if (!request.isDryRun) await app.get(AuditTrail, { strict: false }).record(entry);
    return format.source;
  };
  const write = async (least: number): Promise<void> => {
    while (waiting.length > 0 && waiting.length >= least) {
      source ??= await begin();
      const batch = waiting.slice(0, IMPORT_BATCH);
      waiting = waiting.slice(IMPORT_BATCH);
      added += await cdrs[request.isDryRun ? 'countNew' : 'add']({ accountId, source }, batch);
      calls += batch.length;
      await faults.flushed();
      progress.show(`${calls} calls, ${added} ${request.isDryRun ? 'new' : 'added'}`);
    }
  };
  for await (const part of textOf(request.file, progress)) {
    waiting.push(...reader.read(part));
    await write(IMPORT_BATCH);
    await faults.flushed();
  }
  waiting.push(...reader.end());
  await write(1);
  const { rows, refused, joined } = reader.counts;
  progress.end();
  await faults.end();
  const outcomes = [
    `${rows} rows`,
    `${added} ${request.isDryRun ? 'would be added' : 'added'}`,
    `${calls - added} imported before`,
    ...(joined > 0 ? [`${joined} joined with another row of their call`] : []),
    `${refused} refused`,
  ];
  console.log(outcomes.join(', '));
  return refused > 0 ? EXIT.refused : 0;
}

async function run(request: Request): Promise<number> {
  const settings = settingsOfDeployment();
  @Module({ imports: [PlatformModule.forRoot(settings, 'import-cdrs', persistence), ContextMapModule] })
  class ImportModule {}
  const app = await NestFactory.createApplicationContext(ImportModule, { logger: false, abortOnError: false });
  try {
    return await runAs('background', () => importFile(app, request));
  } finally {
    await app.close();
  }
}

function readRequest(): Request {
  try {
    return requestOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(EXIT.usage);
  }
}

const request = readRequest();
try {
  process.exitCode = await run(request);
} catch (error) {
  const hint = error instanceof Refusal ? '' : ' Repeat the command: what was imported is not imported again.';
  process.stderr.write(`\nThe import failed: ${error instanceof Error ? error.message : String(error)}${hint}\n`);
  process.exitCode = EXIT.failed;
}
