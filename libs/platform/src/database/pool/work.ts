import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '@trunkline/kernel';

/**
 * The kinds of work that share the connections of a process. Each has a reserve, which no other kind can take, and limits for
 * its statements: work that waits for locks delays other work of its kind only. See docs/operations.md#bulkheads.
 *
 * - `routing`: the switch interface except CDRs; calls wait for it.
 * - `ingest`: CDRs of switches.
 * - `lists`: lists, exports and streams of the API.
 * - `rest`: every other request.
 * - `background`: events, mails and schedules of the worker.
 * - `probe`: health checks, and the rules for outbound calls, which calls with a connection wait for.
 */
export const WORK_KINDS = ['routing', 'ingest', 'lists', 'rest', 'background', 'probe'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

/** Limits of PostgreSQL for a statement (`statement_timeout`) and its wait for each lock (`lock_timeout`). 0: none. */
export interface WorkLimits {
  readonly statementMs: number;
  readonly lockMs: number;
}

export const WORK_LIMITS: Readonly<Record<WorkKind, WorkLimits>> = {
  routing: { statementMs: 5_000, lockMs: 3_000 },
  ingest: { statementMs: 15_000, lockMs: 5_000 },
  lists: { statementMs: 30_000, lockMs: 5_000 },
  rest: { statementMs: 15_000, lockMs: 5_000 },
  // Months of charges and retention take minutes, and a worker repeats what failed.
  background: { statementMs: 600_000, lockMs: 60_000 },
  probe: { statementMs: 2_000, lockMs: 1_000 },
};

/** The division of a pool: the kind of work that declares none, the reserve of each kind, and the limits. */
export interface PoolDivision {
  readonly usual: WorkKind;
  readonly reserves: Partial<Readonly<Record<WorkKind, number>>>;
  readonly limits: Readonly<Record<WorkKind, WorkLimits>>;
}

/** Reserves of an API process. The rest of its ten connections is for any kind. */
export const API_RESERVES = { routing: 2, ingest: 1, lists: 1, rest: 2, probe: 1 } as const;
/** Reserves of an API process that serves no switches. */
export const PUBLIC_RESERVES = { lists: 1, rest: 2, probe: 1 } as const;
/** A worker does work of one kind. */
export const WORKER_RESERVES = { probe: 1 } as const;

/**
 * The client of the request closed its connection while the request waited for a place. The request did nothing that a repeat
 * would do twice.
 */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** When waiting work is dropped after its client has left: at any time, or only before its first statement. */
export type Leaving = 'at any time' | 'before it begins';

const scope = new AsyncLocalStorage<Work>();

/** Who makes the changes of a work, for the activity of the account. */
export interface Acting {
  readonly actor: Actor;
  readonly ip: string | null;
  readonly requestId: string | null;
}

/** Work of one kind, such as the handling of a request. */
export class Work {
  /** Without it, changes are the system's. */
  acting: Acting | null = null;
  private readonly waiting = new Set<() => void>();
  private hasBegun = false;

  /** `kind` may change until the first statement. */
  constructor(
    public kind: WorkKind,
    private readonly leaving?: Leaving,
  ) {}

  /** Runs a function, all of whose statements belong to this work. */
  run<T>(work: () => T): T {
    return scope.run(this, work);
  }

  /**
   * Gives up the place in which the work waits. Call it when the client has left. Later statements are not affected, because
   * others may depend on them: timers and shared look-ups inherit the work of the request that began them.
   */
  leave(): void {
    for (const giveUp of [...this.waiting]) giveUp();
  }

  /** Calls `giveUp` if the client leaves. Returns a function that ends the wait. */
  wait(giveUp: () => void): () => void {
    if (!this.leaving || (this.leaving === 'before it begins' && this.hasBegun)) return () => undefined;
    this.waiting.add(giveUp);
    return () => this.waiting.delete(giveUp);
  }

  /** Notes that the work was given a place. */
  begin(): void {
    this.hasBegun = true;
  }
}

/** Returns the work that runs, if it declared its kind. */
export function currentWork(): Work | undefined {
  return scope.getStore();
}

/** Returns the kind of the work that runs, or ''. */
export function currentKind(): WorkKind | '' {
  return scope.getStore()?.kind ?? '';
}

/** Notes who makes the changes of the work that runs. `Database.actAs` also tells the transaction that has begun. */
export function actAs(actor: Actor): void {
  const work = currentWork();
  if (work) work.acting = { ip: null, requestId: null, ...work.acting, actor };
}

/** Runs a function whose changes are those of an actor. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  const own = new Work(currentKind() || 'background');
  own.acting = { actor, ip: null, requestId: null };
  return own.run(work);
}

/** Runs a function as work of a kind, whose client does not leave. '' keeps the kind that is usual for the process. */
export function runAs<T>(kind: WorkKind | '', work: () => T): T {
  return kind === '' ? work() : new Work(kind).run(work);
}
