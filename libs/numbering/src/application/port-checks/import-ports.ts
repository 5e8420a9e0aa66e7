import type { Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PortCheck } from '../../domain/porting/port-check';
import { PORT_DEFAULTS } from '../../domain/porting/port-request';
import { CHECK_REASONS } from '../../domain/porting/reasons';
import type { CheckPorts } from './check-ports';
import type { PortRequests } from '../porting/port-requests';
import { type PortFileFault, type PortFileRow, readPortFile } from './read-port-file';

/** Numbers of one request. */
const NUMBERS_MAX = 1000;

interface CheckedRow extends PortFileRow {
  readonly check: PortCheck;
}

export interface ImportedPorts {
  /** IDs of the drafts. */
  readonly requestIds: readonly string[];
  /** The carrier whose export it was; null for a file of our own form. */
  readonly carrier: string | null;
  /** By line. */
  readonly faults: readonly PortFileFault[];
}

/** Creates porting requests from the export of another carrier. See docs/porting.md#imports. */
export class ImportPorts {
  constructor(
    private readonly tx: Transactor,
    private readonly checks: CheckPorts,
    private readonly requests: PortRequests,
  ) {}

  /**
   * Creates a draft for each country, and for each thousand numbers of it, with the carrier of the export. What cannot be ported is a
   * fault of its line. Throws `TooManyRows`.
   */
  async import(by: { readonly accountId: string; readonly actor: Actor }, bytes: Buffer): Promise<ImportedPorts> {
    const { carrier, rows, faults } = await readPortFile(bytes);
    return this.tx.run(async () => {
      const checks = await this.checks.check(
        by.accountId,
        rows.map(({ e164 }) => e164),
      );
      const checked = rows.flatMap((row, index): CheckedRow[] => {
        const check = checks[index];
        return check ? [{ ...row, check }] : [];
      });
      const requestIds: string[] = [];
      for (const group of groupsOf(checked.filter(({ check }) => check.portable === true)))
        requestIds.push(await this.requests.create(by, requestOf(group, carrier)));
      const all = [...faults, ...checked.flatMap(faultOf)].sort((a, b) => a.line - b.line);
      return { requestIds, carrier, faults: all };
    });
  }
}

/** Returns the numbers of each country, a thousand at most together. */
function groupsOf(rows: readonly CheckedRow[]): CheckedRow[][] {
  const byCountry = new Map<string | null, CheckedRow[]>();
  for (const row of rows) {
    const group = byCountry.get(row.check.country);
    if (group) group.push(row);
    else byCountry.set(row.check.country, [row]);
  }
  return [...byCountry.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / NUMBERS_MAX) }, (_, at) =>
      group.slice(at * NUMBERS_MAX, (at + 1) * NUMBERS_MAX),
    ),
  );
}

/** The PIN is that of the request, if all numbers have the same one. */
function requestOf(rows: readonly CheckedRow[], carrier: string | null) {
  const pins = new Set(rows.map(({ pin }) => pin));
  const carriers = new Set(rows.map(({ check }) => check.losingCarrier));
  const [pin = null] = pins.size === 1 ? pins : [];
  const [known = null] = carriers.size === 1 ? carriers : [];
  return { ...PORT_DEFAULTS, losingCarrier: carrier ?? known, pin, e164s: rows.map(({ e164 }) => e164) };
}

function faultOf({ line, check: { portable, reasonCode } }: CheckedRow): PortFileFault[] {
  if (portable === true || reasonCode === null) return [];
  return [{ line, column: 'e164', message: CHECK_REASONS[reasonCode] }];
}
