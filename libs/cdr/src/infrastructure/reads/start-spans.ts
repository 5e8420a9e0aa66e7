import { type RowReads, Where } from '@trunkline/platform';
import { bounded } from './cdr-conditions';
import type { PageOfCdrs } from './cdr-page';

/** How many hours with calls each span has; null: all others. */
export type SpanHours = readonly (number | null)[];

/** A busy account has calls in all hours of eight days. More than two spans would make lists slower that few calls match. */
export const SPAN_HOURS: SpanHours = [200, null];

/** A span of starts, and the bounds of the ids of its CDRs: null where there are none. */
export interface StartSpan {
  readonly startedFrom: Date | null;
  readonly startedTo: Date | null;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

interface Row extends StartSpan {
  readonly hours: number;
}

/**
 * Divides the starts of a list into spans, in the order of the page, so that a page is searched in the few months which its first spans
 * are in: PostgreSQL plans a statement for each of its months. The hourly counts tell where calls are, whatever their ids.
 */
export class StartSpans {
  constructor(
    private readonly db: RowReads,
    private readonly spanHours: SpanHours,
  ) {}

  async *of(request: PageOfCdrs): AsyncGenerator<StartSpan> {
    let before: StartSpan | null = null;
    for (const hours of this.spanHours) {
      if (hours === null && before && !request.filters.from) {
        // Reading all hours of the retention would cost more than planning all months.
        yield restAfter(before, request);
        return;
      }
      const { text, values } = statementOf(request, before, hours);
      const [span] = await this.db.query<Row>(text, values);
      if (!span) return;
      yield span;
      if (span.hours !== hours) return;
      before = span;
    }
  }
}

function restAfter({ startedFrom, startedTo }: StartSpan, { page }: PageOfCdrs): StartSpan {
  const isRising = page.order === 'asc';
  const rest = { startedFrom: isRising ? startedTo : null, startedTo: isRising ? null : startedFrom };
  return { ...rest, firstId: null, lastId: null };
}

/** Reads the hours of the next span: no row if there is none. */
function statementOf({ accountId, filters, oldest, page }: PageOfCdrs, before: StartSpan | null, hours: number | null) {
  const { from, to } = bounded(filters, page.sort, oldest);
  const isRising = page.order === 'asc';
  const after = page.after?.key;
  const where = new Where()
    .require('account_id = ?', accountId)
    .add(`hour >= date_trunc('hour', ?::timestamptz, 'UTC')`, from)
    .add('hour < ?', to)
    .add(isRising ? `hour >= date_trunc('hour', ?::timestamptz, 'UTC')` : 'hour <= ?::timestamptz', after)
    .add(isRising ? 'hour >= ?' : 'hour < ?', before && (isRising ? before.startedTo : before.startedFrom));
  const limit = hours === null ? '' : `LIMIT ${String(hours)}`;
  const text = `SELECT min(hour) AS "startedFrom", max(hour) + interval '1 hour' AS "startedTo", min(first_id) AS "firstId",
      max(last_id) AS "lastId", count(*)::integer AS hours
    FROM (SELECT hour, first_id, last_id FROM cdr.call_hours ${where.text} ORDER BY hour ${page.order} ${limit}) AS span
    HAVING count(*) > 0`;
  return { text, values: where.values };
}
