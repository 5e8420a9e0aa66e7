interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps one statement short, whatever the number of concurrent requests. */
const GROUP_MAX = 100;

/**
 * Executes concurrent calls together, so that they share a round trip and a commit. While one group runs, further calls
 * wait for the next; a call alone runs at once. Every group starts after its calls were made, so no result predates its
 * call. A group that fails, fails all its calls: one call must not be able to make the statement fail by its values.
 */
export class GroupedCalls<Call, Result> {
  private readonly waiting: Waiting<Call, Result>[] = [];
  private isRunning = false;

  /** `runGroup` returns the results in the order of the calls. */
  constructor(private readonly runGroup: (calls: readonly Call[]) => Promise<readonly Result[]>) {}

  run(call: Call): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject });
      if (!this.isRunning) void this.runWaiting();
    });
  }

  private async runWaiting(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) await this.runNext(this.waiting.splice(0, GROUP_MAX));
    this.isRunning = false;
  }

  private async runNext(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await this.runGroup(group.map(({ call }) => call));
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      group.forEach(({ reject }) => reject(error));
    }
  }
}
