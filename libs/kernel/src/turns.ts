interface Waiting {
  readonly places: number;
  readonly begin: () => void;
}

/** Runs work in at most `places` places at a time; the rest waits in the order of the calls. */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private free: number;

  constructor(private readonly places: number) {
    this.free = places;
  }

  /** Work that takes several places runs beside less other work. */
  async run<T>(work: () => Promise<T>, places = 1): Promise<T> {
    if (places > this.places) throw new Error(`Work cannot take ${places} of ${this.places} places.`);
    if (this.waiting.length === 0 && places <= this.free) this.free -= places;
    else await new Promise<void>((begin) => this.waiting.push({ places, begin }));
    try {
      return await work();
    } finally {
      this.free += places;
      this.admit();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next && next.places <= this.free; next = this.waiting[0]) {
      this.waiting.shift();
      this.free -= next.places;
      next.begin();
    }
  }
}
