/** Runs at most `places` pieces of work at a time; the others wait in the order of their calls. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private places: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.places > 0) this.places--;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.places++;
    }
  }
}
