import { type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import type { Direction } from '../../domain/ingest/decision';
import type { RateFilter, RateTable } from './ports';
import type { RateView } from './ports';

/** More are no answer to a question: whoever asks for less of a prefix is told to write more of it. */
const RATES_MAX = 1_000;

export interface RateQuery {
  readonly direction: Direction;
  /** E.164. */
  readonly to: string | null;
  /** Digits, with or without +. */
  readonly prefix: string | null;
  /** Of our number, for calls in. */
  readonly numberType: string | null;
}

/** The prices that are in force, from the table that calls are rated by. */
export class Rates {
  constructor(
    private readonly table: RateTable,
    private readonly clock: Clock,
  ) {}

  /**
   * The longest prefix first. Of the prices for a number the first is what a call to it costs; to one of ours, that of
   * its kind. Throws not_found when there is none, invalid_input for questions that have no answer.
   */
  async list(asked: RateQuery): Promise<RateView[]> {
    const rates = await this.table.list(filterOf(asked), this.clock.now(), RATES_MAX + 1);
    if (rates.length === 0) throw CommonErrors.not_found({ message: 'There is no price for this.' });
    if (rates.length > RATES_MAX)
      throw invalidFields({ prefix: `has more than ${RATES_MAX} prices; write more of its digits` });
    return rates;
  }
}

function filterOf(asked: RateQuery): RateFilter {
  requireSense(asked);
  const { direction, to, prefix, numberType } = asked;
  const destination = to === null ? { prefix: (prefix ?? '').replace('+', '') } : { to };
  return { direction, numberType, destination };
}

function requireSense({ direction, to, prefix, numberType }: RateQuery): void {
  if (to !== null && prefix !== null) throw invalidFields({ prefix: 'cannot stand beside to' });
  if (direction === 'inbound') return;
  if (numberType !== null) throw invalidFields({ number_type: 'is for calls in: direction=inbound' });
  // What calls to one's own numbers cost is a handful of prices; the world is not.
  if (to === null && prefix === null) throw invalidFields({ to: 'is needed, or prefix' });
}
