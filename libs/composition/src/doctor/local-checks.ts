import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FindDeckLosses } from '@trunkline/cdr';
import type { Clock } from '@trunkline/kernel';
import type { PriceReports, PriceRules } from '@trunkline/numbering';
import type { Settings } from '@trunkline/platform';
import type { CarrierQueries } from '@trunkline/voice-routing';
import { type Check, fault, fromDatabase, ok, reasonOf, type Result, warning } from './check';

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 20_000;
const HOUR_MS = 3_600_000;
const WARNING_HOURS = 26;
const FAULT_HOURS = 50;
const RESTORE = 'See docs/backup-and-restore.md.';

/** The age of the newest backup, in BACKUP_DIR or as BACKUP_COMMAND prints it. */
export class BackupsCheck implements Check {
  readonly name = 'backups';
  readonly failure = 'The backups could not be checked';
  readonly remedy = `Check BACKUP_DIR or BACKUP_COMMAND. ${RESTORE}`;

  constructor(private readonly settings: Pick<Settings, 'BACKUP_DIR' | 'BACKUP_COMMAND'>) {}

  async run(): Promise<readonly Result[]> {
    const { BACKUP_DIR, BACKUP_COMMAND } = this.settings;
    if (!BACKUP_DIR && !BACKUP_COMMAND)
      return [
        warning(
          'No backup is watched, so nothing says when the job that makes them has stopped.',
          `Set BACKUP_DIR or BACKUP_COMMAND. ${RESTORE}`,
        ),
      ];
    return Promise.all([
      ...(BACKUP_DIR ? [ageResult(`in ${BACKUP_DIR}`, newestIn(BACKUP_DIR))] : []),
      ...(BACKUP_COMMAND ? [ageResult('of BACKUP_COMMAND', newestOf(BACKUP_COMMAND))] : []),
    ]);
  }
}

async function ageResult(place: string, newest: Promise<number | null>): Promise<Result> {
  const remedy = `Check the job that makes backups. ${RESTORE}`;
  let at: number | null;
  try {
    at = await newest;
  } catch (error) {
    return fault(`The backup ${place} cannot be read: ${reasonOf(error)}`, remedy);
  }
  if (at === null) return fault(`There is no backup ${place}.`, remedy);
  const hours = Math.max(0, (Date.now() - at) / HOUR_MS);
  const message = `The newest backup ${place} is ${Math.floor(hours)} hours old.`;
  return hours > FAULT_HOURS ? fault(message, remedy) : hours > WARNING_HOURS ? warning(message, remedy) : ok(message);
}

/** Returns when the newest file of a folder was written, in milliseconds; null without one. */
async function newestIn(folder: string): Promise<number | null> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  // An empty file is a backup that failed.
  const times = files.filter((file) => !file.isFile() || file.size > 0).map(({ mtimeMs }) => mtimeMs);
  return times.length === 0 ? null : Math.max(...times);
}

/** A command prints when the newest backup was made, in Unix seconds. */
async function newestOf(command: string): Promise<number | null> {
  const { stdout } = await run('/bin/sh', ['-c', command], { timeout: COMMAND_TIMEOUT_MS }).catch(failWithoutCommand);
  const seconds = Number(stdout.trim());
  if (stdout.trim() === '' || !Number.isFinite(seconds)) throw new Error('The command printed no Unix time.');
  return seconds * 1000;
}

/** The message of the error contains the command, and a command can contain a password. */
function failWithoutCommand(error: unknown): never {
  const status = error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
  throw new Error(status === null ? 'The command did not end in time.' : `The command ended with status ${status}.`);
}

/** Words of secrets in examples and templates. */
const PLACEHOLDER = /change.?me|example|secret|password|default|placeholder|12345|trunkline|insert|your.?(key|token)/i;
const DISTINCT_MIN = 8;

/** Secrets that were copied from an example, repeat a few characters, or serve two purposes. */
export class SecretsCheck implements Check {
  readonly name = 'secrets';
  readonly failure = 'The secrets could not be checked';
  readonly remedy = 'Replace the secret by a random one: `openssl rand -base64 32`.';

  constructor(
    private readonly settings: Pick<Settings, 'SESSION_SECRETS' | 'masterKeys' | 'OPERATOR_TOKENS' | 'SWITCH_TOKENS'>,
  ) {}

  run(): Promise<readonly Result[]> {
    const { SESSION_SECRETS, OPERATOR_TOKENS, SWITCH_TOKENS, masterKeys } = this.settings;
    const bySetting: Readonly<Record<string, readonly string[]>> = {
      SESSION_SECRETS,
      OPERATOR_TOKENS,
      SWITCH_TOKENS: SWITCH_TOKENS.map((token) => token.slice(token.indexOf('=') + 1)),
    };
    const weak = Object.entries(bySetting).flatMap(([name, secrets]) => (secrets.some(isGuessable) ? [name] : []));
    const isFlat = masterKeys.some(({ secret }) => new Set(secret).size < DISTINCT_MIN);
    const all = Object.values(bySetting).flatMap((secrets) => [...new Set(secrets)]);
    const faults = [...weak, ...(isFlat ? ['MASTER_KEYS'] : [])];
    return Promise.resolve([
      ...faults.map((name) => fault(`${name} has a secret that can be guessed.`, this.remedy)),
      ...(new Set(all).size < all.length
        ? [warning('Two settings share a secret, so a leak of one exposes both.', this.remedy)]
        : []),
      ...(faults.length === 0 ? [ok('No secret is one of an example.')] : []),
    ]);
  }
}

function isGuessable(secret: string): boolean {
  // A digest says nothing of its token.
  if (secret.startsWith('sha256:')) return false;
  return PLACEHOLDER.test(secret) || new Set(secret).size < DISTINCT_MIN;
}

const LOSSES_SHOWN = 5;

/** Whether rules of number prices exist, and which numbers are sold below cost. */
export class PricesCheck implements Check {
  readonly name = 'prices';
  readonly failure = 'The prices could not be checked';
  readonly remedy = 'See docs/prices.md#number-prices.';

  constructor(
    private readonly rules: PriceRules,
    private readonly reports: PriceReports,
    private readonly clock: Clock,
  ) {}

  run(): Promise<readonly Result[]> {
    return fromDatabase('Prices', () => this.check());
  }

  private async check(): Promise<Result[]> {
    const page = { limit: LOSSES_SHOWN, sort: 'id', order: 'asc', after: null } as const;
    const [hasRules, { items, next }] = await Promise.all([
      this.rules.exist(this.clock.now()),
      this.reports.listBelowCost(page),
    ]);
    const numbers = items.map(({ e164 }) => e164).join(', ');
    return [
      hasRules
        ? ok('Rules of number prices are in force.')
        : warning('Numbers are sold at cost.', 'Create a rule: POST /operator/number-prices.'),
      items.length === 0
        ? ok('No number is sold below cost.')
        : warning(
            `Sold below cost: ${numbers}${next ? ' and more' : ''}.`,
            'GET /operator/reports/numbers-below-cost lists them. Reprice them, with notice.',
          ),
    ];
  }
}

/** Whether calls are sold below what carriers charge for them. */
export class CallPricesCheck implements Check {
  readonly name = 'call-prices';
  readonly failure = 'The prices of calls could not be checked';
  readonly remedy = 'See docs/prices.md#below-cost.';

  constructor(
    private readonly losses: Pick<FindDeckLosses, 'find'>,
    private readonly carriers: Pick<CarrierQueries, 'listKnown'>,
  ) {}

  run(): Promise<readonly Result[]> {
    return fromDatabase('Prices of calls', () => this.check());
  }

  private async check(): Promise<Result[]> {
    const losses = await this.losses.find((ids) => this.carriers.listKnown(ids));
    if (losses === null) return [ok('No carrier has a rate deck to compare prices of calls with.')];
    if (losses.length === 0) return [ok('No price of calls is below cost.')];
    return losses.map(({ deckId, discountPct, count, prefixes }) => {
      const deck = discountPct > 0 ? `${deckId}, less ${discountPct} %,` : deckId;
      const shown = prefixes.map(({ direction, prefix }) => `${direction} +${prefix}`).join(', ');
      return warning(
        `Rate deck ${deck} sells calls below cost: ${shown}${count > prefixes.length ? ` and ${count - prefixes.length} more` : ''}.`,
        'Raise these prices, or upload what the carriers charge now. No carrier without allow_loss takes such outbound calls.',
      );
    });
  }
}
