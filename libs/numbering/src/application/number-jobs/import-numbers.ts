import { invalidFields } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { NumberChange, NumberJobView } from '../../domain/lifecycle/number-job';
import type { Route } from '../../domain/lifecycle/route';
import type { NamedRouteTarget, RouteTargetKind, RouteTargets } from '../lifecycle/references';
import type { NumberJobs } from './number-jobs';
import type { ImportedNumber, JobRow, NumberJobRepository } from './ports';
import type { ImportColumn, NumberFile, NumberFileFault, NumberFileRow } from './read-number-file';

export interface CheckedImport {
  /** Numbers that the file changes, or leaves as they are. */
  readonly rows: readonly JobRow[];
  /** How many of them differ from the file. */
  readonly changes: number;
  /** By line. */
  readonly faults: readonly NumberFileFault[];
}

/** Faults that an error names. */
const NAMED_FAULTS_MAX = 20;

/** Changes numbers as a file describes them, in a job. See docs/numbers.md#imports. */
export class ImportNumbers {
  constructor(
    private readonly numbers: NumberJobRepository,
    private readonly targets: RouteTargets,
    private readonly jobs: NumberJobs,
  ) {}

  /**
   * Compares a file with the numbers of the account, and changes nothing. Throws `invalid_input` for a file that has only the line of
   * its columns.
   */
  async check(accountId: string, { rows, faults }: NumberFile): Promise<CheckedImport> {
    if (rows.length + faults.length === 0)
      throw invalidFields({ file: 'has no numbers: add a line for each after the first line' });
    const e164s = rows.map(({ e164 }) => e164);
    const numbers = await this.numbers.numbersOf(accountId, e164s);
    const matcher = new RowMatcher(
      new Map(numbers.map((number) => [number.e164, number])),
      await this.find(accountId, 'trunk', rows),
      await this.find(accountId, 'profile', rows),
    );
    const matched = rows.map((row) => matcher.match(row));
    const all = [...faults, ...matched.flatMap((match) => ('line' in match ? [match] : []))];
    return {
      rows: matched.flatMap((match) => ('line' in match ? [] : [match.row])),
      changes: matched.filter((match) => 'isChanging' in match && match.isChanging).length,
      faults: all.sort((a, b) => a.line - b.line),
    };
  }

  /**
   * Creates a job of the numbers of the file. Returns the job of the first request when repeated. Throws `invalid_input` for a file with
   * faults, which changes no number, and `job_limit_reached`.
   */
  async import(
    by: { readonly accountId: string; readonly actor: Actor; readonly operationId: string },
    file: NumberFile,
  ): Promise<NumberJobView> {
    const existing = await this.jobs.createdBy(by.accountId, by.operationId);
    if (existing) return existing;
    const { rows, faults } = await this.check(by.accountId, file);
    if (faults.length > 0) throw invalidFields(fieldsOf(faults));
    return this.jobs.create({ ...by, selection: { rows }, change: null, expectedCount: null });
  }

  private async find(accountId: string, kind: RouteTargetKind, rows: readonly NumberFileRow[]): Promise<Targets> {
    const given = rows.flatMap(({ trunk, routingProfile }) => (kind === 'trunk' ? trunk : routingProfile) ?? []);
    const names = [...new Set(given)];
    const found = names.length > 0 ? await this.targets.named(accountId, kind, names) : [];
    // An ID that is the name of another target is the ID.
    return new Map([
      ...found.map((target) => [target.name, target] as const),
      ...found.map((target) => [target.id, target] as const),
    ]);
  }
}

/** The first faults, each by its line and column. */
function fieldsOf(faults: readonly NumberFileFault[]): Record<string, string> {
  const named = faults
    .slice(0, NAMED_FAULTS_MAX)
    .map(({ line, column, message }) => [`file.${line}${column && `.${column}`}`, message] as const);
  const more = faults.length - named.length;
  return Object.fromEntries([
    ...named,
    ...(more > 0 ? [['file', `has ${more} more ${more === 1 ? 'fault' : 'faults'}`] as const] : []),
  ]);
}

/** By name and by ID. */
type Targets = ReadonlyMap<string, NamedRouteTarget>;

type Match = NumberFileFault | { readonly row: JobRow; readonly isChanging: boolean };

/** Compares lines with the numbers, trunks and routing profiles of an account. */
class RowMatcher {
  constructor(
    private readonly numbers: ReadonlyMap<string, ImportedNumber>,
    private readonly trunks: Targets,
    private readonly profiles: Targets,
  ) {}

  match(row: NumberFileRow): Match {
    const { line, e164 } = row;
    const number = this.numbers.get(e164);
    const fault = (column: ImportColumn, message: string) => ({ line, column, message });
    if (!number) return fault('e164', 'is not a number of this account');
    const trunkId = idIn(this.trunks, row.trunk, number.trunkId);
    if (trunkId instanceof TargetFault) return fault('trunk', trunkId.messageFor('trunk'));
    const routingProfileId = idIn(this.profiles, row.routingProfile, number.routingProfileId);
    if (routingProfileId instanceof TargetFault)
      return fault('routing_profile', routingProfileId.messageFor('routing profile'));
    const change = changeOf(row, { trunkId, routingProfileId });
    return { row: { e164, change }, isChanging: differs(number, change) };
  }
}

class TargetFault {
  constructor(private readonly isKnown: boolean) {}

  messageFor(kind: string): string {
    return this.isKnown ? `is a ${kind} that is not active` : `is not the name or ID of a ${kind} of this account`;
  }
}

/** Returns undefined for a number that keeps a target. An inactive one can be kept, and not set. */
function idIn(targets: Targets, name: string | null | undefined, current: string | null) {
  if (!name) return name;
  const target = targets.get(name);
  if (target?.status === 'active') return target.id;
  return target && target.id === current ? undefined : new TargetFault(target !== undefined);
}

function changeOf(row: NumberFileRow, { trunkId, routingProfileId }: Partial<Route>): NumberChange {
  const { label, tags, notes } = row;
  const routing = {
    ...(trunkId !== undefined && { trunkId }),
    ...(routingProfileId !== undefined && { routingProfileId }),
  };
  return {
    ...(label !== undefined && { label }),
    ...(tags !== undefined && { tags }),
    ...(notes !== undefined && { notes }),
    ...(Object.keys(routing).length > 0 && { routing }),
  };
}

/** Whether the number has another value than the change. */
function differs(number: ImportedNumber, { routing, ...description }: NumberChange): boolean {
  const current: Readonly<Record<string, unknown>> = { ...number };
  return Object.entries({ ...description, ...routing }).some(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(current[member]),
  );
}
