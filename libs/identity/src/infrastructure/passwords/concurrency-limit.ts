/** Lets so many pieces of work run at once; the others wait, and go in the order in which they came. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.limit) this.running++;
    else await this.turn();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private turn(): Promise<void> {
    return new Promise((come) => this.waiting.push(come));
  }

  /** The place is handed on, so that nobody who comes meanwhile takes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
