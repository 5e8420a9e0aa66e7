/**
 * Lets requests for the same key within one turn of the event loop share a read. The read starts after all of them have
 * been made, and later requests start another, so no result predates its request: not a cache.
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
