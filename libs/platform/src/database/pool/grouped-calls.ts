import { currentKind, runAs, type WorkKind } from './work';

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** So small that the process handles the requests of one group while PostgreSQL executes the next. */
const GROUP_MAX = 32;
const GROUPS_AT_ONCE = 2;

/**
 * Executes concurrent calls of one kind of work together, so that they share a round trip and a commit: the calls of one turn of
 * the event loop, and those that wait while two groups run. Every group starts after its calls were made, so no result predates
 * its call. A group that fails, fails all its calls: one call must not be able to make the statement fail by its values.
 */
export class GroupedCalls<Call, Result> {
  private readonly groups = new Map<string, Groups<Call, Result>>();

  /** `runGroup` returns the results in the order of the calls. */
  constructor(private readonly runGroup: (calls: readonly Call[]) => Promise<readonly Result[]>) {}

  run(call: Call): Promise<Result> {
    const kind = currentKind();
    let groups = this.groups.get(kind);
    if (!groups) this.groups.set(kind, (groups = new Groups(kind, this.runGroup)));
    return groups.run(call);
  }
}

/** The groups of one kind of work. */
class Groups<Call, Result> {
  private readonly waiting: Waiting<Call, Result>[] = [];
  private running = 0;

  constructor(
    private readonly kind: WorkKind | '',
    private readonly runGroup: (calls: readonly Call[]) => Promise<readonly Result[]>,
  ) {}

  run(call: Call): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.startGroups());
    });
  }

  private startGroups(): void {
    while (this.waiting.length > 0 && this.running < GROUPS_AT_ONCE) {
      void this.runNext(this.waiting.splice(0, GROUP_MAX));
    }
  }

  private async runNext(group: readonly Waiting<Call, Result>[]): Promise<void> {
    this.running++;
    let settle: () => void;
    try {
      const results = await runAs(this.kind, () => this.runGroup(group.map(({ call }) => call)));
      settle = () => group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      settle = () => group.forEach(({ reject }) => reject(error));
    }
    this.running--;
    // Before the results are handled, which takes longer.
    this.startGroups();
    settle();
  }
}
