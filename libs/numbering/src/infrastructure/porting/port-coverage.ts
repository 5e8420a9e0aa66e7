import { column, columnNames, columnsOf, type Database, selectGiven } from '@trunkline/platform';
import type { PortCarriers, PortCoverages } from '../../application/port-checks/coverage';
import type { CoverageEntry, PortCarrier } from '../../domain/porting/coverage';
import { table } from '../table';

const { key, text, texts, integer, bigint, boolean, time } = column;

type Stored<T> = T & { readonly updatedAt: Date };

export const PortCoverageSchema = table<Stored<CoverageEntry>>('port_coverage', {
  country: key,
  numberType: key,
  portable: boolean,
  leadDays: integer,
  requiredDocuments: texts,
  requiredFields: texts,
  pinRequired: boolean,
  feeCents: bigint,
  updatedAt: time,
});

export const PortCarrierSchema = table<Stored<PortCarrier>>('port_carriers', {
  prefix: key,
  carrier: text,
  updatedAt: time,
});

const COVERAGE = 'numbering.port_coverage';
const CARRIERS = 'numbering.port_carriers';
/** Readers go on. */
const lockOf = (table: string) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`;

const COVERAGE_COLUMNS = columnsOf(PortCoverageSchema, [
  'country',
  'numberType',
  'portable',
  'leadDays',
  'requiredDocuments',
  'requiredFields',
  'pinRequired',
  'feeCents',
]);
const LIST_COVERAGE = `SELECT ${COVERAGE_COLUMNS} FROM ${COVERAGE} ORDER BY country, number_type`;
const COVERAGE_OF = `SELECT ${COVERAGE_COLUMNS} FROM ${COVERAGE} WHERE country = ANY ($1)`;
const ADD_COVERAGE = `INSERT INTO ${COVERAGE} (${columnNames(PortCoverageSchema)}) ${selectGiven(PortCoverageSchema)}`;

export class StoredPortCoverages implements PortCoverages {
  constructor(private readonly db: Database) {}

  list(): Promise<readonly CoverageEntry[]> {
    return this.db.query<CoverageEntry>(LIST_COVERAGE, []);
  }

  ofCountries(countries: readonly string[]): Promise<readonly CoverageEntry[]> {
    return this.db.query<CoverageEntry>(COVERAGE_OF, [countries]);
  }

  async lock(): Promise<readonly CoverageEntry[]> {
    await this.db.write(lockOf(COVERAGE), []);
    return this.list();
  }

  async replace(rows: readonly CoverageEntry[], now: Date): Promise<void> {
    await this.db.write(`DELETE FROM ${COVERAGE}`, []);
    await this.db.write(ADD_COVERAGE, [JSON.stringify(rows.map((row) => ({ ...row, updatedAt: now })))]);
  }
}

const CARRIER_COLUMNS = columnsOf(PortCarrierSchema, ['prefix', 'carrier']);
const LIST_CARRIERS = `SELECT ${CARRIER_COLUMNS} FROM ${CARRIERS} ORDER BY prefix`;
const CARRIERS_OF = `SELECT ${CARRIER_COLUMNS} FROM ${CARRIERS} WHERE prefix = ANY ($1)`;
const ADD_CARRIERS = `INSERT INTO ${CARRIERS} (${columnNames(PortCarrierSchema)}) ${selectGiven(PortCarrierSchema)}`;

export class StoredPortCarriers implements PortCarriers {
  constructor(private readonly db: Database) {}

  list(): Promise<readonly PortCarrier[]> {
    return this.db.query<PortCarrier>(LIST_CARRIERS, []);
  }

  withPrefixes(prefixes: readonly string[]): Promise<readonly PortCarrier[]> {
    return this.db.query<PortCarrier>(CARRIERS_OF, [prefixes]);
  }

  async lock(): Promise<readonly PortCarrier[]> {
    await this.db.write(lockOf(CARRIERS), []);
    return this.list();
  }

  async replace(entries: readonly PortCarrier[], now: Date): Promise<void> {
    await this.db.write(`DELETE FROM ${CARRIERS}`, []);
    await this.db.write(ADD_CARRIERS, [JSON.stringify(entries.map((entry) => ({ ...entry, updatedAt: now })))]);
  }
}
