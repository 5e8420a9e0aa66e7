import { type PoolDivision, WORK_KINDS, type WorkKind } from './work';

interface Waiting {
  readonly order: number;
  readonly begin: () => void;
}

/** Assigns the connections of a pool to kinds of work. A kind can always use its reserve, and what no other kind reserves. */
export class Places {
  private readonly used = new Map<WorkKind, number>();
  private readonly waiting = new Map<WorkKind, Waiting[]>(WORK_KINDS.map((kind) => [kind, []]));
  private waited = 0;

  constructor(
    private readonly size: number,
    private readonly reserves: PoolDivision['reserves'],
  ) {
    const reserved = Object.values(reserves).reduce((sum, each) => sum + each, 0);
    if (reserved > size) throw new Error(`${reserved} of ${size} connections cannot be reserved.`);
  }

  /** Takes a place and calls `begin`, now or once one is free. Returns a function that gives up waiting. */
  enter(kind: WorkKind, begin: () => void): () => void {
    const queue = this.queueOf(kind);
    if (queue.length === 0 && this.isFree(kind)) {
      this.take(kind);
      begin();
      return () => undefined;
    }
    const entry = { order: ++this.waited, begin };
    queue.push(entry);
    return () => {
      const at = queue.indexOf(entry);
      if (at >= 0) queue.splice(at, 1);
    };
  }

  /** Frees a place. Those who wait enter in the order of their arrival, as far as their kinds may. */
  leave(kind: WorkKind): void {
    this.used.set(kind, this.usedBy(kind) - 1);
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const entry = this.queueOf(next).shift();
      this.take(next);
      entry?.begin();
    }
  }

  waitingOf(kind: WorkKind): number {
    return this.queueOf(kind).length;
  }

  usedBy(kind: WorkKind): number {
    return this.used.get(kind) ?? 0;
  }

  private next(): WorkKind | undefined {
    let next: WorkKind | undefined;
    let order = Infinity;
    for (const kind of WORK_KINDS) {
      const first = this.queueOf(kind)[0];
      if (first && first.order < order && this.isFree(kind)) [next, order] = [kind, first.order];
    }
    return next;
  }

  private isFree(kind: WorkKind): boolean {
    let free = this.size;
    for (const other of WORK_KINDS) {
      const used = this.usedBy(other);
      free -= other === kind ? used : Math.max(used, this.reserves[other] ?? 0);
    }
    return free > 0;
  }

  private take(kind: WorkKind): void {
    this.used.set(kind, this.usedBy(kind) + 1);
  }

  private queueOf(kind: WorkKind): Waiting[] {
    return this.waiting.get(kind) as Waiting[];
  }
}
