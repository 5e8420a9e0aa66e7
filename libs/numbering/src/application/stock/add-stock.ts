import { type Clock, numberFault, type Transactor } from '@trunkline/kernel';
import type { StockTerms } from '../../domain/stock';
import { groupBy } from '../group-by';
import type { OperatorAudit, PhoneNumberRepository } from '../ports';
import type { InboundCarriers, NewStockNumber, StockRepository } from './ports';
import { type ColumnFault, rangeOf, termsFault } from './stock-terms';

/** Numbers that are added in one transaction. */
const BATCH = 2_000;
/** Numbers of one request, which takes minutes. */
export const STOCK_REQUEST_MAX = 1_000_000;
/** Faults that a response lists. All are counted. */
export const STOCK_FAULTS_MAX = 1_000;
/** Numbers that a fault names. */
const NAMED_MAX = 3;

/** A line of a request: one number, or a range of them, on the same terms. */
export interface StockItem {
  /** Line of the file, whose first is the header, or position in the list from 1. */
  readonly line: number;
  readonly e164: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly terms: StockTerms;
  readonly carrierId: string | null;
}

export interface StockFault extends ColumnFault {
  readonly line: number;
}

export interface AddedStock {
  readonly added: number;
  /** The number of faults; `faults` has the first thousand. */
  readonly faultCount: number;
  readonly faults: readonly StockFault[];
}

interface Candidate extends NewStockNumber {
  readonly line: number;
}

/** Adds numbers to the stock. Those that cannot be added are faults, which do not keep others from being added. */
export class AddStock {
  constructor(
    private readonly tx: Transactor,
    private readonly stock: StockRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly carriers: InboundCarriers,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the items as they arrive, and adds 2,000 numbers per transaction, each recorded in the audit trail. Safe to repeat:
   * a number that is in stock already is a fault.
   */
  async add(
    operator: string,
    items: AsyncIterable<StockItem | StockFault> | Iterable<StockItem | StockFault>,
  ): Promise<AddedStock> {
    const request = new Request();
    let batch: Candidate[] = [];
    for await (const item of items) {
      const read = candidatesOf(item);
      if ('column' in read) request.fail({ line: item.line, ...read });
      else if (!request.take(read.length, item.line)) break;
      else batch.push(...read);
      for (; batch.length >= BATCH; batch = batch.slice(BATCH)) {
        await this.addBatch(operator, batch.slice(0, BATCH), request);
      }
    }
    await this.addBatch(operator, batch, request);
    return request;
  }

  private async addBatch(operator: string, batch: readonly Candidate[], request: Request): Promise<void> {
    if (batch.length === 0) return;
    const { unknownCarriers, live, added } = await this.tx.run(async () => {
      const carrierIds = [...new Set(batch.flatMap(({ carrierId }) => carrierId ?? []))];
      const known = new Set(carrierIds.length > 0 ? await this.carriers.listKnown(carrierIds) : []);
      const unknownCarriers = new Set(carrierIds.filter((id) => !known.has(id)));
      const ofKnown = batch.filter(({ carrierId }) => carrierId === null || known.has(carrierId));
      const live = new Set(await this.numbers.findLive(ofKnown.map(({ e164 }) => e164)));
      const candidates = ofKnown.filter(({ e164 }) => !live.has(e164));
      const added = await this.stock.add(distinctOf(candidates), this.clock.now());
      const [first] = added;
      if (first !== undefined) {
        const after = { added: added.size, first, last: [...added].at(-1) };
        await this.audit.record({ actor: operator, action: 'stock.add', subject: first, after });
      }
      return { unknownCarriers, live, added };
    });
    request.added += added.size;
    const taken = new Set<string>();
    for (const candidates of groupBy(batch, ({ line }) => String(line)).values()) {
      const [{ line, carrierId } = { line: 0, carrierId: null }] = candidates;
      if (carrierId !== null && unknownCarriers.has(carrierId)) {
        request.fail({ line, column: 'carrier_id', message: 'is not a carrier' });
        continue;
      }
      const owned = candidates.filter(({ e164 }) => live.has(e164));
      request.failAll(line, owned, 'assigned to an account. Add it when it is released.');
      // The first of the same number twice has been added.
      const known = candidates.filter(({ e164 }) => !live.has(e164) && (!added.has(e164) || taken.has(e164)));
      request.failAll(line, known, 'in stock already.');
      for (const { e164 } of candidates) taken.add(e164);
    }
  }
}

/** What has become of a request so far. */
class Request implements AddedStock {
  /** Numbers that were read, of which some may be faults. */
  private taken = 0;
  added = 0;
  faultCount = 0;
  readonly faults: StockFault[] = [];

  /** Returns false, and fails the line, when the request has too many numbers. */
  take(count: number, line: number): boolean {
    this.taken += count;
    if (this.taken <= STOCK_REQUEST_MAX) return true;
    const message = `A request adds at most ${STOCK_REQUEST_MAX} numbers. This line and all after it were not read.`;
    this.fail({ line, column: 'e164', message });
    return false;
  }

  fail(fault: StockFault): void {
    this.faultCount += 1;
    if (this.faults.length < STOCK_FAULTS_MAX) this.faults.push(fault);
  }

  failAll(line: number, candidates: readonly Candidate[], why: string): void {
    if (candidates.length === 0) return;
    const named = candidates.slice(0, NAMED_MAX).map(({ e164 }) => e164);
    const others = candidates.length - named.length;
    const subject =
      others > 0
        ? `${named.join(', ')} and ${others} more are`
        : `${named.join(', ')} ${named.length > 1 ? 'are' : 'is'}`;
    this.fail({ line, column: 'e164', message: `${subject} ${why}` });
  }
}

function candidatesOf(item: StockItem | StockFault): readonly Candidate[] | ColumnFault {
  if ('column' in item) return item;
  const { line, terms, carrierId } = item;
  const e164s = numbersOf(item);
  return 'column' in e164s ? e164s : e164s.map((e164) => ({ line, e164, terms, carrierId }));
}

function numbersOf({ e164, from, to, terms }: StockItem): readonly string[] | ColumnFault {
  if (e164 !== null) return from === null && to === null ? numberOf(e164, terms) : BOTH;
  if (from === null || to === null) return NEITHER;
  const numbers = rangeOf(from, to);
  return 'column' in numbers ? numbers : (termsFault(terms, [from, to]) ?? numbers);
}

function numberOf(e164: string, terms: StockTerms): readonly string[] | ColumnFault {
  const fault = numberFault(e164);
  return fault !== null ? { column: 'e164', message: fault } : (termsFault(terms, [e164]) ?? [e164]);
}

const BOTH: ColumnFault = { column: 'e164', message: 'Send `e164`, or `from` and `to`, not both.' };
const NEITHER: ColumnFault = { column: 'e164', message: 'Send `e164`, or `from` and `to`.' };

function distinctOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const byNumber = new Map<string, Candidate>();
  for (const candidate of candidates) if (!byNumber.has(candidate.e164)) byNumber.set(candidate.e164, candidate);
  return [...byNumber.values()];
}
