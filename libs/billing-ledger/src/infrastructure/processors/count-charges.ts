import type { Metrics } from '@trunkline/platform';
import { type CardChargeOutcome, type CardProcessor, ProcessorUnavailable } from '../../application/card-processor';

/** Counts the outcomes of a processor's charges. */
export function countCharges<P extends Pick<CardProcessor, 'name' | 'charge'>>(processor: P, metrics: Metrics): P {
  const counter = metrics.counter({
    name: 'trunkline_card_charges_total',
    help: 'Charges of cards by outcome: success, pending, declined, unknown (the processor did not answer), error.',
    labels: ['processor', 'outcome'],
  });
  const charge = processor.charge.bind(processor);
  processor.charge = async (order) => {
    try {
      const outcome = await charge(order);
      counter.inc({ processor: processor.name, outcome: OUTCOMES[outcome.status] });
      return outcome;
    } catch (error) {
      const outcome = error instanceof ProcessorUnavailable ? 'unknown' : 'error';
      counter.inc({ processor: processor.name, outcome });
      throw error;
    }
  };
  return processor;
}

const OUTCOMES: Readonly<Record<CardChargeOutcome['status'], string>> = {
  succeeded: 'success',
  processing: 'pending',
  requires_action: 'pending',
  failed: 'declined',
};
