import { Metrics } from '@trunkline/platform';
import {
  type CardCharge,
  type CardChargeOutcome,
  type CardProcessor,
  ProcessorUnavailable,
} from '../../application/card-processor';
import { countCharges } from './count-charges';

const OUTCOMES = [
  ['success', 'succeeded'],
  ['pending', 'processing'],
  ['pending', 'requires_action'],
  ['declined', 'failed'],
] as const;

describe('the count of card charges', () => {
  const order = {} as CardCharge;
  const countOf = async (charge: () => Promise<CardChargeOutcome>) => {
    const metrics = new Metrics('test');
    const processor = countCharges<Pick<CardProcessor, 'name' | 'charge'>>({ name: 'stripe', charge }, metrics);
    const result = await processor.charge(order).catch((error: unknown) => error);
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('trunkline_card_charges_total{'));
    return { result, lines };
  };
  const line = (outcome: string) => [
    `trunkline_card_charges_total{processor="stripe",outcome="${outcome}",service="test"} 1`,
  ];

  it.each(OUTCOMES)('adds one %s for a charge that is %s, and returns its outcome', async (counted, status) => {
    const outcome = { status } as CardChargeOutcome;
    expect(await countOf(() => Promise.resolve(outcome))).toEqual({ result: outcome, lines: line(counted) });
  });

  it.each([
    ['unknown', new ProcessorUnavailable()],
    ['error', new Error('no such customer')],
  ])('adds one %s for a charge that throws, and rethrows', async (counted, error) => {
    expect(await countOf(() => Promise.reject(error))).toEqual({ result: error, lines: line(counted) });
  });
});
