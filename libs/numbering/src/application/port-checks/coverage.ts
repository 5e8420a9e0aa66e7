import { apiMembers, type Clock, type Transactor } from '@trunkline/kernel';
import type { CoverageEntry, PortCarrier } from '../../domain/porting/coverage';
import type { OperatorAudit } from '../ports';

/** Whether and how numbers can be ported to the operator, by country and type. */
export abstract class PortCoverages {
  /** Returns the whole table, by country and type. */
  abstract list(): Promise<readonly CoverageEntry[]>;
  /** Returns the rows of these countries. */
  abstract ofCountries(countries: readonly string[]): Promise<readonly CoverageEntry[]>;
  /** Locks the table against other changes until the transaction ends, and returns it. */
  abstract lock(): Promise<readonly CoverageEntry[]>;
  /** Replaces the locked table. */
  abstract replace(rows: readonly CoverageEntry[], now: Date): Promise<void>;
}

/** The carriers of numbers by prefix, as far as the operator knows them. */
export abstract class PortCarriers {
  /** Returns the whole table, by prefix. */
  abstract list(): Promise<readonly PortCarrier[]>;
  /** Returns the entries with these prefixes. */
  abstract withPrefixes(prefixes: readonly string[]): Promise<readonly PortCarrier[]>;
  /** Locks the table against other changes until the transaction ends, and returns it. */
  abstract lock(): Promise<readonly PortCarrier[]>;
  /** Replaces the locked table. */
  abstract replace(entries: readonly PortCarrier[], now: Date): Promise<void>;
}

/** The operator's tables for ports. Each change is recorded in the audit trail with the rows before and after that differ. */
export class OperatePortCoverage {
  constructor(
    private readonly tx: Transactor,
    private readonly coverages: PortCoverages,
    private readonly carriers: PortCarriers,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /** Replaces the whole coverage. Porting requests that were submitted keep the fee that is held for them. */
  setCoverage(operator: string, rows: readonly CoverageEntry[]): Promise<readonly CoverageEntry[]> {
    return this.tx.run(async () => {
      const before = await this.coverages.lock();
      await this.coverages.replace(rows, this.clock.now());
      const keyOf = ({ country, numberType }: CoverageEntry) => `${country} ${numberType}`;
      await this.record(operator, 'port_coverage.change', changesOf(before, rows, keyOf));
      return this.coverages.list();
    });
  }

  /** Replaces the whole table of carriers. */
  setCarriers(operator: string, entries: readonly PortCarrier[]): Promise<readonly PortCarrier[]> {
    return this.tx.run(async () => {
      const before = await this.carriers.lock();
      await this.carriers.replace(entries, this.clock.now());
      await this.record(
        operator,
        'port_carriers.change',
        changesOf(before, entries, ({ prefix }) => prefix),
      );
      return this.carriers.list();
    });
  }

  private async record(
    actor: string,
    action: 'port_coverage.change' | 'port_carriers.change',
    { before, after }: Changes,
  ): Promise<void> {
    if (Object.keys(before).length + Object.keys(after).length === 0) return;
    await this.audit.record({ actor, action, subject: 'porting', before, after });
  }
}

interface Changes {
  readonly before: Readonly<Record<string, object>>;
  readonly after: Readonly<Record<string, object>>;
}

/** Returns the rows that differ, by key: those that were replaced or removed, and those that replace them or are new. */
function changesOf<T extends object>(before: readonly T[], after: readonly T[], keyOf: (row: T) => string): Changes {
  const contents = (rows: readonly T[]) => new Map(rows.map((row) => [keyOf(row), contentOf(row)]));
  const [old, fresh] = [contents(before), contents(after)] as const;
  const except = (rows: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): Record<string, object> =>
    Object.fromEntries(
      [...rows].flatMap(([key, row]) => (others.get(key) === row ? [] : [[key, JSON.parse(row) as object]])),
    );
  return { before: except(old, fresh), after: except(fresh, old) };
}

/** Returns the members by their API names, in one order. */
function contentOf(row: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(apiMembers(row)).sort(([a], [b]) => (a < b ? -1 : 1))));
}
