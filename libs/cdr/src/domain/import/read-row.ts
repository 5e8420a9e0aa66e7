import { ATTESTATIONS, type Direction, VERIFICATIONS } from '@trunkline/kernel';
import { endOfCall, statedEndOf } from './call-end';
import { type CallTimes, secondsBetween, timesOf } from './call-times';
import type { Columns } from './columns';
import { DIRECTIONS_NAMED, plain } from './formats';
import type { FormerCall } from './former-call';
import { PartyReader } from './party-reader';
import type { TimeReader } from './read-time';
import { Row, type RowFaults } from './row';

/** The calls that are imported. */
export interface ImportPeriod {
  /** Calls that started before are past their retention. */
  readonly oldest: Date;
  readonly retentionDays: number;
  /** No call ends later. */
  readonly latest: Date;
}

/** A call of weeks is one whose duration is in other units. */
const CALL_SECONDS_MAX = 7 * 86_400;

/** Reads the rows of a file. What a row does not say is not guessed: it is a fault of the row. */
export class RowReader {
  private readonly parties: PartyReader;

  constructor(
    private readonly columns: Columns,
    private readonly times: TimeReader,
    private readonly period: ImportPeriod,
  ) {
    this.parties = new PartyReader(columns.format);
  }

  read(line: number, cells: readonly string[]): FormerCall | RowFaults {
    const row = new Row(this.columns, cells, this.times);
    const direction = this.directionOf(row);
    const isInbound = direction === 'inbound';
    const caller = this.parties.read(row, 'caller', isInbound);
    const callee = this.parties.read(row, 'callee', false);
    const stated = statedEndOf(row);
    const times = timesOf(row, stated.isAnswered);
    if (times) this.check(row, times);
    const facts = {
      callId: row.text('call_id'),
      attempt: row.count('attempt'),
      disconnectedBy: row.disconnectedBy(),
      attestation: row.oneOf('attestation', ATTESTATIONS),
      verification: row.oneOf('verification', VERIFICATIONS),
      customerReference: row.text('customer_reference'),
    };
    if (!times || direction === null || row.faults.length > 0) return row.faults;
    return {
      ...facts,
      ...times,
      ...endOfCall(stated, times),
      line,
      direction,
      caller: caller.text,
      isCallerWithheld: caller.text === null,
      callee: callee.text,
      country: (isInbound ? caller : callee).country,
    };
  }

  private directionOf(row: Row): Direction | null {
    const { direction } = this.columns.format;
    if (direction !== null) return direction;
    const cell = row.require('direction');
    const named = cell && DIRECTIONS_NAMED[plain(cell.text)];
    if (cell && !named) row.fault(cell.column, 'is not a direction: inbound or outbound');
    return named ?? null;
  }

  private check(row: Row, { startedAt, endedAt }: CallTimes): void {
    const { oldest, retentionDays, latest } = this.period;
    if (startedAt < oldest) row.faultOf('started_at', `is past the retention of call records: ${retentionDays} days`);
    else if (endedAt > latest) row.faultOf('ended_at', 'is in the future');
    else if (secondsBetween(startedAt, endedAt) > CALL_SECONDS_MAX)
      row.faultOf('ended_at', 'is more than seven days after the start');
  }
}
