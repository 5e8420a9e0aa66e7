/**
 * Lets those who ask for the same within one turn of the event loop share one read. It is begun when all of them have
 * asked, and whoever asks after that gets another, so nobody is told what was true before they asked: no cache.
 */
export class SharedReads {
  private readonly gathering = new Map<string, Promise<unknown>>();

  read<Row>(key: string, read: () => Promise<Row>): Promise<Row> {
    const known = this.gathering.get(key) as Promise<Row> | undefined;
    if (known) return known;
    const shared = new Promise<Row>((resolve, reject) => {
      setImmediate(() => {
        this.gathering.delete(key);
        read().then(resolve, reject);
      });
    });
    this.gathering.set(key, shared);
    return shared;
  }
}
