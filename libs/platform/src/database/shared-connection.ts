import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { sendTogether } from './transaction';

/** A connection for the reads of one request, without a transaction. Statements of one turn are sent in one write. */
export class SharedConnection {
  isOver = false;
  private isCorked = false;

  constructor(private readonly client: PoolClient) {}

  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (!this.isCorked) {
      this.isCorked = true;
      sendTogether(this.client, () => (this.isCorked = false));
    }
    return this.client.query<Row>(statement);
  }
}
