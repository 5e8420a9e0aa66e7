import { AsyncResource } from 'node:async_hooks';
import { runAs } from './pool/work';

/** What a process keeps of the database, and reads again when it is too old. For what is needed too often to be read each time. */
export class RecentRead<T> {
  private value: Promise<T> | null = null;
  private readAt = 0;
  /**
   * Outside of the transaction that needs the value, because others wait for it too. In a place that nothing holds while it
   * waits for the value: work that waits with a connection each could otherwise take all places.
   */
  private readonly read: () => Promise<T>;

  /** `freshMs` is how old a value may be. */
  constructor(
    read: () => Promise<T>,
    private readonly freshMs: number,
  ) {
    this.read = AsyncResource.bind(() => runAs('probe', read));
  }

  get(): Promise<T> {
    const now = performance.now();
    if (this.value === null || now - this.readAt > this.freshMs) {
      this.readAt = now;
      const value = this.read();
      value.catch(() => this.forget());
      this.value = value;
    }
    return this.value;
  }

  /** Call it when a change is committed. */
  forget(): void {
    this.value = null;
  }
}
