import { TestClock } from '@trunkline/kernel/testing';
import type { Settings } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import type { PriceRules } from '../../application/pricing/ports';
import { UnpricedSalesWarning } from './unpriced-sales-warning';

const WARNING = 'No rule of number prices is in force: numbers are sold at what their supplier charges.';

describe('the warning about numbers that are sold at cost', () => {
  const started = async (isProduction: boolean, hasRules: boolean) => {
    const log = new RecordingLog();
    const rules: Pick<PriceRules, 'exist'> = { exist: () => Promise.resolve(hasRules) };
    const clock = new TestClock();
    await new UnpricedSalesWarning(
      rules as PriceRules,
      { isProduction } as Settings,
      clock,
      log,
    ).onApplicationBootstrap();
    return log.lines.map(({ level, message }) => `${level}: ${message}`);
  };

  it('is logged at the start of a process in production without a rule in force', async () => {
    expect(await started(true, false)).toEqual([`warn: ${WARNING}`]);
  });

  it('is not logged outside production, or with a rule', async () => {
    expect(await started(false, false)).toEqual([]);
    expect(await started(true, true)).toEqual([]);
  });
});
