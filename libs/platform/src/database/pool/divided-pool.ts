import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { actorSettingOf } from '../../activity/acting';
import { sqlState } from '../sql-state';
import { sendTogether } from '../transaction';
import { localLimitsOf, setLimits } from './limits';
import { Places } from './places';
import { ClientLeft, currentWork, type PoolDivision, type WorkKind } from './work';

export interface DividedPoolConfig extends PoolConfig {
  /** Without it every connection is for anyone, and statements have no limits. */
  readonly division?: PoolDivision;
  /** See ConnectionOptions. */
  readonly session?: 'own' | 'shared';
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/** The driver's connection; its types leave it out. */
interface Wired {
  readonly connection: { on(event: 'errorMessage', listener: (error: unknown) => void): void };
}

const READ_ONLY = '25006';
/** Of a shutdown, an administrator, or a timeout of a session or transaction. */
const ENDS_CONNECTION = /^(57P|25P0[34]|08)/;
/** A younger connection leads to where a new one would lead. */
const YOUNG_MS = 1000;
const NOTHING = (): void => undefined;
/** The statement is not prepared: one of that name, sent before it on the connection, failed while it was prepared. */
const NOT_PREPARED = '26000';
/** The last error of each named statement on a connection, until it succeeds. */
const failures = new WeakMap<PoolClient, Map<string, unknown>>();

/**
 * The pool of a process. Divides its connections among the kinds of work, sets their limits, and drops all connections to a
 * server that has become read-only: after a failover, the address leads to the new primary. See docs/operations.md#bulkheads.
 */
export class DividedPool extends pg.Pool {
  private readonly division: PoolDivision | undefined;
  private readonly session: 'own' | 'shared';
  private readonly places: Places | undefined;
  /** Without those that the server has ended. */
  private readonly openedAt = new WeakMap<PoolClient, number>();
  /** Connections that were opened earlier are dropped. */
  private droppedBefore = 0;
  private wasReadOnly = false;

  constructor(config: DividedPoolConfig) {
    super(config);
    this.division = config.division;
    this.session = config.session ?? 'own';
    this.places = config.division && new Places(this.options.max, config.division.reserves);
    this.on('connect', (client) => this.opened(client));
  }

  /** How many statements and transactions of a kind wait for a connection. */
  waitingOf(kind: WorkKind): number {
    return this.places?.waitingOf(kind) ?? 0;
  }

  /** How many connections work of a kind uses. */
  usedBy(kind: WorkKind): number {
    return this.places?.usedBy(kind) ?? 0;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback) return this.enter(callback);
    return new Promise((resolve, reject) =>
      this.enter((error, client) => (client ? resolve(client) : reject(error ?? new Error('There is no connection.')))),
    );
  }

  /** Drops every connection to a server that has become read-only, once it is not in use. */
  dropOld(): void {
    this.wasReadOnly = true;
    this.droppedBefore = performance.now() - YOUNG_MS;
  }

  /** Notes that the server accepts writes. If it was read-only, young connections may still lead to the old one. */
  noteWritable(): void {
    if (!this.wasReadOnly) return;
    this.wasReadOnly = false;
    this.droppedBefore = performance.now();
  }

  /** Sends a statement outside of a transaction. */
  async send<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.connect();
    try {
      return await sendAlone<Row>(client, statement);
    } finally {
      client.release();
    }
  }

  private enter(callback: Connected): void {
    const { places, division } = this;
    if (!places || !division) return this.open(callback, undefined);
    const work = currentWork();
    const kind = work?.kind ?? division.usual;
    const refuse = (error: Error): void => {
      clearTimeout(timer);
      stay?.();
      giveUp();
      callback(error, undefined, NOTHING);
    };
    const timer = setTimeout(
      () => refuse(new Error('timeout exceeded when trying to connect')),
      this.options.connectionTimeoutMillis,
    );
    const stay = work?.wait(() => refuse(new ClientLeft('The client left while its request waited.')));
    const begin = (): void => {
      clearTimeout(timer);
      stay?.();
      work?.begin();
      this.open(callback, kind);
    };
    const giveUp = places.enter(kind, begin);
  }

  /** Hands over a connection, whose release frees its place. */
  private open(callback: Connected, kind: WorkKind | undefined): void {
    const leave = (): void => {
      if (kind) this.places?.leave(kind);
    };
    super.connect((error, client, release) => {
      if (!client) {
        leave();
        return callback(error, undefined, NOTHING);
      }
      if (this.isDropped(client)) {
        release(true);
        return this.open(callback, kind);
      }
      const free: PoolClient['release'] = (reason) => {
        release(reason ?? this.isDropped(client));
        leave();
      };
      client.release = free;
      if (kind && this.division) setLimits(client, this.division.limits[kind], this.session);
      callback(undefined, client, free);
    });
  }

  private opened(client: PoolClient): void {
    this.openedAt.set(client, performance.now());
    (client as unknown as Wired).connection.on('errorMessage', (error) => {
      if (sqlState(error) === READ_ONLY) this.dropOld();
      // The driver learns later that the server has ended the connection.
      if (ENDS_CONNECTION.test(sqlState(error))) this.openedAt.delete(client);
    });
  }

  private isDropped(client: PoolClient): boolean {
    return (this.openedAt.get(client) ?? -Infinity) < this.droppedBefore;
  }
}

/**
 * Sends a statement outside of a transaction. One that was not prepared because of another fails as that one did: a lock, for
 * example, that it did not get in time.
 */
export async function sendAlone<Row extends QueryResultRow>(
  client: PoolClient,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  const { name } = statement;
  try {
    const result = await sendLimited<Row>(client, statement);
    if (name !== undefined) failures.get(client)?.delete(name);
    return result;
  } catch (error) {
    if (name === undefined) throw error;
    const known = failures.get(client) ?? new Map<string, unknown>();
    if (sqlState(error) === NOT_PREPARED) throw known.get(name) ?? error;
    failures.set(client, known.set(name, error));
    throw error;
  }
}

/**
 * Sends a statement with the limits of its connection and with its actor. Either may have to be set for a transaction: the limits
 * through a pooler that assigns connections per transaction, the actor for a change. The statement is then sent as one, in the same
 * round trip.
 */
async function sendLimited<Row extends QueryResultRow>(
  client: PoolClient,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  const settings = [localLimitsOf(client), actorSettingOf(statement.text)].filter((each) => each !== null);
  if (settings.length === 0) return client.query<Row>(statement);
  sendTogether(client);
  const begun = client.query(['BEGIN', ...settings].join('; '));
  const sent = client.query<Row>(statement);
  const [, result] = await Promise.all([begun, sent, client.query('COMMIT')]);
  return result;
}
