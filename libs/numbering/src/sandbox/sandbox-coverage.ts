import type { Clock, Transactor } from '@trunkline/kernel';
import type { PortCoverages } from '../application/port-checks/coverage';
import { COVERAGE_DEFAULTS, type CoverageEntry } from '../domain/porting/coverage';
import { TERMS } from './suppliers/plan/country-terms';

const FEE_CENTS = 500;
const TOLLFREE_FEE_CENTS = 1_500;
/** Where the losing carrier asks for a PIN, such as the account's in North America and the RIO of French numbers. */
const PIN_IN = ['US', 'CA', 'PR', 'FR'];
const IDENTITY_IN = ['DE', 'ES', 'IT', 'PT', 'BR', 'IN'];
const FAST_IN = ['US', 'CA', 'PR', 'GB', 'NL', 'SE', 'DK'];
const FAST_DAYS = 7;
/** Countries without number portability for fixed lines, as an example of such. */
const NOT_PORTABLE_IN = ['EG', 'JO', 'LK', 'PY', 'UY'];

/** Returns a row for each country and type that the sandbox sells. Fees and rules are invented. */
function sandboxCoverage(): CoverageEntry[] {
  return TERMS.map(({ country, numberType }) => ({
    ...COVERAGE_DEFAULTS,
    country,
    numberType,
    portable: numberType !== 'inum' && !NOT_PORTABLE_IN.includes(country),
    leadDays: FAST_IN.includes(country) ? FAST_DAYS : COVERAGE_DEFAULTS.leadDays,
    requiredDocuments: IDENTITY_IN.includes(country) && numberType === 'mobile' ? ['identity'] : [],
    requiredFields: numberType === 'mobile' ? ['end_user_id'] : [],
    pinRequired: PIN_IN.includes(country) && numberType !== 'tollfree',
    feeCents: numberType === 'tollfree' ? TOLLFREE_FEE_CENTS : FEE_CENTS,
  }));
}

/** Covers what the sandbox sells at the start of a process, as long as no operator has decided on any row. */
export class SandboxCoverage {
  constructor(
    private readonly tx: Transactor,
    private readonly coverages: PortCoverages,
    private readonly clock: Clock,
    private readonly isSold: boolean,
  ) {}

  /** Called by Nest. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.isSold || (await this.coverages.list()).length > 0) return;
    await this.tx.run(async () => {
      if ((await this.coverages.lock()).length > 0) return;
      await this.coverages.replace(sandboxCoverage(), this.clock.now());
    });
  }
}
