import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sendAlone } from './divided-pool';
import { runAs, type WorkKind } from './work';
import { sendTogether } from '../transaction';

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
    return sendAlone<Row>(this.client, statement);
  }
}

interface LookUp {
  readonly statement: QueryConfig;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** So few that other connections share the work under load. */
const TOGETHER_MAX = 8;

/**
 * Sends short reads of different requests of one kind of work together: the reads of one turn of the event loop share one
 * connection and one write. Each starts after it was requested, and each succeeds or fails on its own.
 */
export class LookUps {
  private readonly waiting: LookUp[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly kind: WorkKind | '',
  ) {}

  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ statement, resolve: resolve as LookUp['resolve'], reject });
      if (this.waiting.length === 1) setImmediate(() => runAs(this.kind, () => this.sendAll()));
    });
  }

  private sendAll(): void {
    while (this.waiting.length > 0) void this.send(this.waiting.splice(0, TOGETHER_MAX));
  }

  private async send(group: readonly LookUp[]): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      sendTogether(client);
      const ask = ({ statement, resolve, reject }: LookUp) => sendAlone(client, statement).then(resolve, reject);
      await Promise.all(group.map(ask));
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      await runner.release();
    }
  }
}
