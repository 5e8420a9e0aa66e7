import { invalidFields } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { CoverageEntry } from '../../domain/porting/coverage';
import type { PortCheck } from '../../domain/porting/port-check';
import type { PortedNumber } from '../../domain/porting/ported-numbers';
import { CHECK_REASONS, type CheckReason } from '../../domain/porting/reasons';
import type { CheckPorts } from './check-ports';
import type { PortRepository } from '../porting/ports';

/** Numbers that an error names. */
const NAMED_MAX = 10;
const OWNED: readonly (CheckReason | null)[] = ['own_number', 'already_here'];
const CLAIMED: readonly (CheckReason | null)[] = ['port_in_progress', 'port_elsewhere'];

interface Checked {
  readonly accountId: string;
  readonly numbers: readonly PortedNumber[];
  /** The request that has the numbers already, if it has. */
  readonly requestId?: string;
}

/** Requires that numbers can be ported into an account, now. */
export class PortChecks {
  constructor(
    private readonly checks: CheckPorts,
    private readonly ports: PortRepository,
  ) {}

  /**
   * Returns the coverage of the types of the numbers. Throws `number_already_owned` if an account or the stock has one of them,
   * `port_already_exists` if another request of the account has, or a submitted one of any account, `country_not_supported`, and a
   * validation error for numbers that cannot be ported.
   */
  async require({ accountId, numbers, requestId }: Checked): Promise<readonly CoverageEntry[]> {
    const checks = await this.checks.check(
      accountId,
      numbers.map(({ e164 }) => e164),
    );
    const owned = checks.filter(({ reasonCode }) => OWNED.includes(reasonCode)).map(e164Of);
    if (owned.length > 0) {
      const message = 'An account of this service, or its stock, has one of the numbers. `fields` names them.';
      throw NumberingErrors.number_already_owned({ message, fields: { e164s: listOf(owned) } });
    }
    const claimed = checks.filter(({ reasonCode }) => CLAIMED.includes(reasonCode)).map(e164Of);
    const byOthers = claimed.length > 0 ? await this.ports.findClaimed(accountId, claimed, requestId) : [];
    if (byOthers.length > 0) throw NumberingErrors.port_already_exists({ fields: { e164s: listOf(byOthers) } });
    return coverageOf(checks);
  }
}

function coverageOf(checks: readonly PortCheck[]): readonly CoverageEntry[] {
  const refused = checks.flatMap((check) => {
    const reason = refusalOf(check);
    return reason === null ? [] : [{ e164: check.e164, reason }];
  });
  const [first] = refused;
  if (first === undefined) return [...new Set(checks.flatMap(({ coverage }) => coverage ?? []))];
  if (checks.every(({ coverage }) => coverage === null) && refused.every(({ reason }) => reason === 'not_covered')) {
    throw NumberingErrors.country_not_supported({ message: CHECK_REASONS.not_covered });
  }
  const same = refused.filter(({ reason }) => reason === first.reason).map(e164Of);
  throw invalidFields({ e164s: `contains ${listOf(same)}: ${CHECK_REASONS[first.reason]}` });
}

/** A number of an open request is checked as one without. */
function refusalOf({ reasonCode, coverage }: PortCheck): CheckReason | null {
  if (reasonCode === null) return null;
  if (!CLAIMED.includes(reasonCode)) return reasonCode;
  if (coverage === null) return 'not_covered';
  return coverage.portable ? null : 'not_portable';
}

const e164Of = ({ e164 }: { readonly e164: string }) => e164;

function listOf(e164s: readonly string[]): string {
  const rest = e164s.length - NAMED_MAX;
  const listed = e164s.slice(0, NAMED_MAX).join(', ');
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}
